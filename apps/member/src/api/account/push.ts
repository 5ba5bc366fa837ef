import { get, post, remove } from '../shared/client.ts';

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
