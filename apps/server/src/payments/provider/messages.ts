import { sql } from 'kysely';
import type { Encrypted } from '../../crypto/field-cipher.ts';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { HOUR_MS, SECOND_MS } from '../../durations.ts';
import { Refusal } from '../../refusal.ts';
import type { PaymentsDeps } from '../deps.ts';
import { type EventKey, keepEvents } from './event-rows.ts';
import type { ProviderEvent, WebhookMessage } from './provider.ts';

/** Notification channel of the process that verifies messages. Polling covers lost notifications. */
export const MESSAGES_CHANNEL = 'provider_message';

type Delivery = Omit<WebhookMessage, 'nowMs'>;

/**
 * Stores a webhook as delivered, after checking its signature. Jobs verify it again and apply it. Throws `not-found`
 * for a provider that the house does not use, and `forbidden` for a wrong signature.
 */
export async function keepMessage(deps: PaymentsDeps, providerName: string, message: Delivery): Promise<void> {
  const { provider, db, cipher } = deps;
  if (provider?.name !== providerName) throw new Refusal('not-found');
  const nowMs = (await clockNow(db)).getTime();
  if (provider.readWebhook({ ...message, nowMs }) === null) throw new Refusal('forbidden');
  const id = newId();
  const { bytes, keyId } = cipher.encrypt(textOf(message), messageBinding(id));
  await transaction(db, async (tx) => {
    await sql`
      insert into payments.provider_message (id, provider, encrypted, key_id)
      values (${id}::uuid, ${provider.name}, ${bytes}, ${keyId})`.execute(tx.q);
    await sql`select pg_notify(${MESSAGES_CHANNEL}, '')`.execute(tx.q);
  });
}

/** Associated data for the encryption of a message. */
export function messageBinding(id: string): string {
  return `provider-message/${id}`;
}

function textOf({ headers, body }: Delivery): string {
  return JSON.stringify({ headers, body: body.toString('base64') });
}

function deliveryOf(text: string): Delivery {
  const { headers, body } = JSON.parse(text) as { headers: Delivery['headers']; body: string };
  return { headers, body: Buffer.from(body, 'base64') };
}

const BATCH = 100;
const DOUBLINGS_MAX = 12;
const ATTEMPTS_MAX = 30_000;
const UNSIGNED_MS = 24 * HOUR_MS;

/**
 * Verifies due messages, longest waiting first, and stores their events. A message that fails is retried later and
 * blocks no other. Returns the keys of new events. Throws the last error after trying all.
 */
export async function verifyDueMessages(deps: PaymentsDeps): Promise<EventKey[]> {
  const due = await deps.db
    .selectFrom('payments.provider_message')
    .select('id')
    .where('handled_at', 'is', null)
    .where('next_at', '<=', sql<Date>`clock.now()`)
    .orderBy('next_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const fresh: EventKey[] = [];
  let fault: unknown = null;
  for (const { id } of due) {
    try {
      fresh.push(...(await verifyMessage(deps, id)));
    } catch (error) {
      fault = error;
      await transaction(deps.db, (tx) => putOff(tx, id));
    }
  }
  if (fault !== null) throw fault;
  return fresh;
}

/**
 * Verifies one message. Throws when the house uses another provider now or the decryption key is missing; a later try
 * may succeed.
 */
async function verifyMessage(deps: PaymentsDeps, id: string): Promise<EventKey[]> {
  const { provider, db } = deps;
  return transaction(db, async (tx) => {
    const row = await lockMessage(tx, id);
    if (row === null) return [];
    if (provider?.name !== row.provider)
      throw new Error(`no provider ${row.provider} is configured to read its message`);
    const events = signedEvents(deps, id, row);
    if (events === null) {
      await noteUnsigned(tx, id, row);
      if (row.outcome === null) tx.onCommit(() => deps.onUnmatched?.(id, 'not-signed'));
      return [];
    }
    await sql`
      update payments.provider_message set handled_at = clock.now(), outcome = 'verified'
      where id = ${id}::uuid`.execute(tx.q);
    return keepEvents(tx, row.provider, events, id);
  });
}

interface StoredMessage {
  provider: string;
  receivedAt: Date;
  encrypted: Encrypted;
}

interface OpenMessage extends StoredMessage {
  outcome: string | null;
  attempts: number;
}

/**
 * Reads the events of a stored message, checking its signature as of its arrival. Returns null when the signature is
 * not the provider's. Also returns null when no key decrypts the bytes: a writer without the club's keys stored them.
 */
export function signedEvents(
  { provider, cipher }: Pick<PaymentsDeps, 'provider' | 'cipher'>,
  id: string,
  { receivedAt, encrypted }: StoredMessage,
): ProviderEvent[] | null {
  let delivery: Delivery;
  try {
    delivery = deliveryOf(cipher.decrypt(encrypted, messageBinding(id)));
  } catch {
    return null;
  }
  return provider?.readWebhook({ ...delivery, nowMs: receivedAt.getTime() }) ?? null;
}

/** Locks an unverified message until the transaction ends. Returns null when it is verified or locked elsewhere. */
async function lockMessage(tx: Tx, id: string): Promise<OpenMessage | null> {
  const row = await tx.q
    .selectFrom('payments.provider_message')
    .select(['provider', 'received_at', 'encrypted', 'key_id', 'outcome', 'attempts'])
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return null;
  const { received_at: receivedAt, encrypted, key_id: keyId, ...same } = row;
  return { ...same, receivedAt, encrypted: { bytes: encrypted, keyId } };
}

/** Retries an unsigned message for a day with backoff, because this process may lack its secret or encryption key. */
async function noteUnsigned(tx: Tx, id: string, { receivedAt, attempts }: OpenMessage): Promise<void> {
  const now = await clockNow(tx.q);
  const isOver = now.getTime() - receivedAt.getTime() >= UNSIGNED_MS;
  await tx.q
    .updateTable('payments.provider_message')
    .set({ outcome: 'not-signed', handled_at: isOver ? now : null, ...laterThan(now, attempts) })
    .where('id', '=', id)
    .execute();
}

/** Schedules the next try with backoff, without end: the house may return to a provider it has left. */
async function putOff(tx: Tx, id: string): Promise<void> {
  const row = await lockMessage(tx, id);
  if (row === null) return;
  await tx.q
    .updateTable('payments.provider_message')
    .set(laterThan(await clockNow(tx.q), row.attempts))
    .where('id', '=', id)
    .execute();
}

function laterThan(now: Date, attempts: number): { attempts: number; next_at: Date } {
  const waitMs = Math.min(SECOND_MS * 2 ** Math.min(attempts, DOUBLINGS_MAX), HOUR_MS);
  return { attempts: Math.min(attempts + 1, ATTEMPTS_MAX), next_at: new Date(now.getTime() + waitMs) };
}

/** Covers the time in which a payment may be disputed and its message requested. */
export const KEPT_DAYS = 90;
const FORGOTTEN_AT_ONCE = 1_000;

/** Erases the content of messages past `KEPT_DAYS`. Their arrival and outcome stay. Returns how many it erased. */
export async function forgetMessages(db: Db): Promise<number> {
  let count = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      update payments.provider_message set encrypted = '', key_id = '' where id in (
        select m.id from payments.provider_message m
        where m.key_id <> '' and m.handled_at < clock.now() - make_interval(days => ${KEPT_DAYS}::integer)
        limit ${FORGOTTEN_AT_ONCE})`.execute(db);
    count += Number(numAffectedRows ?? 0n);
    if (Number(numAffectedRows ?? 0n) < FORGOTTEN_AT_ONCE) return count;
  }
}
