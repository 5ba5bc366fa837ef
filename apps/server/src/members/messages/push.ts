import { createHash, ECDH } from 'node:crypto';
import type { FieldCipher } from '../../crypto/field-cipher.ts';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';

/** A browser's push endpoint, and the keys for encrypting to it (base64url). */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** `gone`: the subscription has ended for good. `failed`: this push failed. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/** Sends to the browsers' push services. */
export interface PushSender {
  /** The house's public key, which a browser needs to subscribe (base64url). */
  publicKey: string;
  /** Sends a push. Never throws and follows no redirect. An undelivered message of the same `topic` is replaced. */
  send(subscription: PushSubscription, payload: string, topic: string): Promise<PushOutcome>;
}

export interface PushDeps {
  db: Db;
  cipher: FieldCipher;
  sender: PushSender;
  /** Push hosts beyond those of the browser makers, with the port when it is not 443. */
  moreHosts: readonly string[];
}

export const SUBSCRIPTIONS_MAX = 10;
/** Push services of the browsers. The server connects to no other host that a member submits. */
const HOSTS = [
  'fcm.googleapis.com',
  // Used by older Chromium builds, and by those without their own Google API key.
  'jmt17.google.com',
  'android.googleapis.com',
];
const HOST_ENDINGS = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];
const ENDPOINT_LENGTH_MAX = 2_048;
const KEY_BYTES = 65;
const AUTH_BYTES = 16;

type Account = Pick<Identity, 'bucket' | 'memberId'>;

/**
 * Stores a push subscription, which ends with the session. A browser that another member used before now belongs to
 * this one. When there are too many, the oldest is deleted. Throws `invalid-body` for an endpoint that is not a push
 * service, and `signed-out` when the session has ended.
 */
export async function subscribe(
  deps: PushDeps,
  account: Account & Pick<Identity, 'tokenHash'>,
  subscription: PushSubscription,
): Promise<void> {
  refuseStrange(subscription, deps.moreHosts);
  const { bucket, memberId, tokenHash } = account;
  const hash = endpointHash(subscription.endpoint);
  await transaction(deps.db, async (tx) => {
    await tx.q.deleteFrom('members.push_subscription').where('endpoint_hash', '=', hash).execute();
    await lockMember(tx, account);
    await lockSession(tx, account);
    await dropOldest(tx, account, SUBSCRIPTIONS_MAX - 1);
    const id = newId();
    const encrypted = deps.cipher.encrypt(JSON.stringify(subscription), pushBinding(memberId, id));
    await tx.q
      .insertInto('members.push_subscription')
      .values({
        bucket,
        member_id: memberId,
        id,
        endpoint_hash: hash,
        encrypted: encrypted.bytes,
        key_id: encrypted.keyId,
        session_hash: tokenHash,
        created_at: await clockNow(tx.q),
      })
      .onConflict((on) => on.doNothing())
      .execute();
  });
}

/** Keeps a session from ending meanwhile. Throws `signed-out` when it has ended. */
async function lockSession(tx: Tx, { tokenHash, ...account }: Account & Pick<Identity, 'tokenHash'>): Promise<void> {
  const session = await tx.q
    .selectFrom('members.session')
    .select('ended_at')
    .where(ofMember(account))
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!session) throw new Refusal('signed-out');
}

/** Deletes the subscriptions of sessions that have just ended: their browsers get no more messages. */
export async function endSubscriptions(tx: Tx, account: Account, sessions: readonly Buffer[]): Promise<void> {
  if (sessions.length === 0) return;
  await tx.q
    .deleteFrom('members.push_subscription')
    .where(ofMember(account))
    .where('session_hash', 'in', sessions)
    .execute();
}

/** Lets the subscriptions of a session follow its new token. */
export async function moveSubscriptions(tx: Tx, account: Account, from: Buffer, to: Buffer): Promise<void> {
  await tx.q
    .updateTable('members.push_subscription')
    .set({ session_hash: to })
    .where(ofMember(account))
    .where('session_hash', '=', from)
    .execute();
}

/** Deletes a subscription. Does nothing when it is unknown or another member's. */
export async function unsubscribe(tx: Tx, { bucket, memberId }: Account, endpoint: string): Promise<void> {
  await tx.q
    .deleteFrom('members.push_subscription')
    .where(ofMember({ bucket, memberId }))
    .where('endpoint_hash', '=', endpointHash(endpoint))
    .execute();
}

/**
 * A member's subscriptions. `subscription` is null when it cannot be decrypted: it belongs to another row, or the key
 * is missing.
 */
export async function subscriptionsOf(
  { db, cipher }: Pick<PushDeps, 'db' | 'cipher'>,
  { bucket, memberId }: Account,
): Promise<{ id: string; subscription: PushSubscription | null }[]> {
  const rows = await db
    .selectFrom('members.push_subscription')
    .select(['id', 'encrypted', 'key_id'])
    .where(ofMember({ bucket, memberId }))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, subscription: opened(cipher, row, pushBinding(memberId, row.id)) }));
}

/** True when the server may connect to the endpoint: https, a known host, no port, no credentials. */
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

/** True for an uncompressed point of P-256. */
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

/** Associated data: the row that an encrypted subscription belongs to. */
export function pushBinding(memberId: string, id: string): string {
  return `push/${memberId}/${id}`;
}

function opened(
  cipher: FieldCipher,
  row: { encrypted: Buffer; key_id: string },
  boundTo: string,
): PushSubscription | null {
  try {
    return JSON.parse(cipher.decrypt({ bytes: row.encrypted, keyId: row.key_id }, boundTo)) as PushSubscription;
  } catch {
    return null;
  }
}

/** Locks the member's row, so that concurrent subscriptions are counted. */
async function lockMember(tx: Tx, { bucket, memberId }: Account): Promise<void> {
  await tx.q
    .selectFrom('members.member')
    .select('member_id')
    .where(ofMember({ bucket, memberId }))
    .forUpdate()
    .executeTakeFirst();
}

async function dropOldest(tx: Tx, { bucket, memberId }: Account, keep: number): Promise<void> {
  const own = await tx.q
    .selectFrom('members.push_subscription')
    .select('id')
    .where(ofMember({ bucket, memberId }))
    .orderBy('id', 'desc')
    .execute();
  const old = own.slice(keep).map(({ id }) => id);
  if (old.length === 0) return;
  await tx.q
    .deleteFrom('members.push_subscription')
    .where(ofMember({ bucket, memberId }))
    .where('id', 'in', old)
    .execute();
}
