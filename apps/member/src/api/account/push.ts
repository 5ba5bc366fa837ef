import { queryOptions } from '@tanstack/react-query';
import { get, post, put, remove } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { PushSettings } from '../shared/types.ts';

/** The club's public VAPID key in base64url. Browsers accept push messages only from its holder. */
export async function pushKey(): Promise<string> {
  return (await get<{ publicKey: string }>('/api/push-key')).publicKey;
}

export interface PushAddress {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Registers this browser for push. Idempotent. */
export function takePushes(address: PushAddress): Promise<void> {
  return post('/api/me/push', { body: address });
}

export function refusePushes(endpoint: string): Promise<void> {
  return remove('/api/me/push', { body: { endpoint } });
}

/** What the member wants pushed, on all their browsers. */
export function pushSettingsQuery() {
  return queryOptions({
    queryKey: keys.pushSettings,
    queryFn: ({ signal }) => get<PushSettings>('/api/me/push-settings', { signal }),
  });
}

export function setPushSettings(body: PushSettings): Promise<void> {
  return put('/api/me/push-settings', { body });
}
