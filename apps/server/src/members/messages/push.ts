import { createHash, ECDH } from 'node:crypto';
import type { FieldCipher } from '../../crypto/field-cipher.ts';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';

/** Where a browser takes pushed messages, and the keys that only it can open them with (base64url). */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** `gone`: the browser takes no more, ever. `failed`: this time. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/** The way to the browsers' push services. */
export interface PushSender {
  /** What a browser needs to subscribe: the house's key (base64url). */
  publicKey: string;
  /** Never throws, and follows no redirect. `topic` replaces a message of the same topic that was not delivered yet. */
  send(subscription: PushSubscription, payload: string, topic: string): Promise<PushOutcome>;
}

export interface PushDeps {
  db: Db;
  cipher: FieldCipher;
  sender: PushSender;
  /** Hosts beside those of the browsers' makers, with a port where it is not 443. */
  moreHosts: readonly string[];
}

export const SUBSCRIPTIONS_MAX = 10;
/** The push services of the browsers. The server asks no other address because a member says so. */
const HOSTS = [
  'fcm.googleapis.com',
  // Chromium builds that have no Google API key of their own, and older ones.
  'jmt17.google.com',
  'android.googleapis.com',
];
const HOST_ENDINGS = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];
const ENDPOINT_LENGTH_MAX = 2_048;
const KEY_BYTES = 65;
const AUTH_BYTES = 16;

type Account = Pick<Identity, 'bucket' | 'memberId'>;

/**
 * Keeps where a browser takes messages. A browser that another member used before belongs to this one from now on; of
 * too many the oldest goes. Throws `invalid-body` for an address that is no push service's.
 */
export async function subscribe(deps: PushDeps, account: Account, subscription: PushSubscription): Promise<void> {
  refuseStrange(subscription, deps.moreHosts);
  const { bucket, memberId } = account;
  const hash = endpointHash(subscription.endpoint);
  await transaction(deps.db, async (tx) => {
    await tx.q.deleteFrom('members.push_subscription').where('endpoint_hash', '=', hash).execute();
    await lockMember(tx, account);
    await dropOldest(tx, account, SUBSCRIPTIONS_MAX - 1);
    const id = newId();
    const sealed = deps.cipher.encrypt(JSON.stringify(subscription), pushBinding(memberId, id));
    await tx.q
      .insertInto('members.push_subscription')
      .values({
        bucket,
        member_id: memberId,
        id,
        endpoint_hash: hash,
        sealed: sealed.bytes,
        key_id: sealed.keyId,
        created_at: await clockNow(tx.q),
      })
      .onConflict((on) => on.doNothing())
      .execute();
  });
}

/** Sends nothing more there. One that is not known, or not his, changes nothing. */
export async function unsubscribe(tx: Tx, { bucket, memberId }: Account, endpoint: string): Promise<void> {
  await tx.q
    .deleteFrom('members.push_subscription')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('endpoint_hash', '=', endpointHash(endpoint))
    .execute();
}

/** A member's subscriptions. Null for one that was sealed for another row, or with a key that is not there. */
export async function subscriptionsOf(
  { db, cipher }: Pick<PushDeps, 'db' | 'cipher'>,
  { bucket, memberId }: Account,
): Promise<{ id: string; subscription: PushSubscription | null }[]> {
  const rows = await db
    .selectFrom('members.push_subscription')
    .select(['id', 'sealed', 'key_id'])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, subscription: opened(cipher, row, pushBinding(memberId, row.id)) }));
}

/** Whether the server may be sent there: https, a known host, no port, no name and password. */
export function isPushEndpoint(endpoint: string, moreHosts: readonly string[]): boolean {
  if (endpoint.length > ENDPOINT_LENGTH_MAX || !URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const isNamed = HOSTS.includes(url.host) || moreHosts.includes(url.host);
  return isNamed || HOST_ENDINGS.some((ending) => url.host.endsWith(ending));
}

function refuseStrange({ endpoint, keys }: PushSubscription, moreHosts: readonly string[]): void {
  if (!isPushEndpoint(endpoint, moreHosts)) throw new Refusal('invalid-body', {}, { endpoint: 'fill-in' });
  if (!isPublicKey(keys.p256dh)) throw new Refusal('invalid-body', {}, { 'keys.p256dh': 'fill-in' });
  if (bytesOf(keys.auth)?.length !== AUTH_BYTES) throw new Refusal('invalid-body', {}, { 'keys.auth': 'fill-in' });
}

/** A point of P-256, uncompressed. */
function isPublicKey(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes?.length !== KEY_BYTES) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

function bytesOf(text: string): Buffer | null {
  return /^[\w-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null;
}

function endpointHash(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest();
}

/** The row that a sealed subscription belongs to. */
export function pushBinding(memberId: string, id: string): string {
  return `push/${memberId}/${id}`;
}

function opened(
  cipher: FieldCipher,
  row: { sealed: Buffer; key_id: string },
  boundTo: string,
): PushSubscription | null {
  try {
    return JSON.parse(cipher.decrypt({ bytes: row.sealed, keyId: row.key_id }, boundTo)) as PushSubscription;
  } catch {
    return null;
  }
}

/** Subscribing takes turns: two at once must not both find room. */
async function lockMember(tx: Tx, { bucket, memberId }: Account): Promise<void> {
  await tx.q
    .selectFrom('members.member')
    .select('member_id')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
}

async function dropOldest(tx: Tx, { bucket, memberId }: Account, keep: number): Promise<void> {
  const own = await tx.q
    .selectFrom('members.push_subscription')
    .select('id')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute();
  const old = own.slice(keep).map(({ id }) => id);
  if (old.length === 0) return;
  await tx.q
    .deleteFrom('members.push_subscription')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('id', 'in', old)
    .execute();
}
