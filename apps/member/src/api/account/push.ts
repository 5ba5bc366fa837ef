import { get, post, remove } from '../shared/client.ts';

/** The key by which a browser knows that a pushed message is the club's, in base64url. */
export async function pushKey(): Promise<string> {
  return (await get<{ publicKey: string }>('/api/push-key')).publicKey;
}

export interface PushAddress {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Takes this browser on; the same one twice is taken once. */
export function takePushes(address: PushAddress): Promise<void> {
  return post('/api/me/push', { body: address });
}

export function refusePushes(endpoint: string): Promise<void> {
  return remove('/api/me/push', { body: { endpoint } });
}
