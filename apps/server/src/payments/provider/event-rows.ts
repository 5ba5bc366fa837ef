import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { HOUR_MS, SECOND_MS } from '../../durations.ts';
import type { ProviderEvent } from './provider.ts';

/** Key of a provider event. The provider repeats the same event id in every delivery. */
export interface EventKey {
  provider: string;
  eventId: string;
}

/**
 * Stores provider events, each once. `messageId` names the signed message that contained them. It is null for events
 * from a polled answer. Returns the keys of events that are new.
 */
export async function keepEvents(
  tx: Tx,
  provider: string,
  events: readonly ProviderEvent[],
  messageId: string | null = null,
): Promise<EventKey[]> {
  const fresh: EventKey[] = [];
  for (const event of events) {
    const { rows } = await sql<{ event_id: string }>`
      insert into payments.provider_event (provider, event_id, received_at, body, next_at, message_id)
      select ${provider}, ${event.eventId}, now.at, ${bodyOf(event)}::jsonb, now.at, ${messageId}::uuid from (select clock.now() as at) now
      on conflict do nothing returning event_id`.execute(tx.q);
    if (rows.length > 0) fresh.push({ provider, eventId: event.eventId });
  }
  return fresh;
}

function bodyOf(event: ProviderEvent): string {
  return JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** An event, and whether it came from a message with a verified signature. */
export interface OpenEvent {
  event: ProviderEvent;
  isSigned: boolean;
}

/** Locks an unhandled event until the transaction ends. Returns null when it is handled or locked elsewhere. */
export async function lockEvent(tx: Tx, { provider, eventId }: EventKey): Promise<OpenEvent | null> {
  const row = await tx.q
    .selectFrom('payments.provider_event')
    .select(['body', 'message_id'])
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('handled_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return null;
  const message =
    row.message_id === null
      ? undefined
      : await tx.q
          .selectFrom('payments.provider_message')
          .select('outcome')
          .where('id', '=', row.message_id)
          .executeTakeFirst();
  return { event: eventOf(row.body as Stored), isSigned: message?.outcome === 'verified' };
}

/** A stored event; its amount is decimal text in minor units. */
type Stored = Record<string, unknown> & { amount?: string };

function eventOf(body: Stored): ProviderEvent {
  const { amount, ...rest } = body;
  return (amount === undefined ? rest : { ...rest, amount: BigInt(amount) }) as ProviderEvent;
}

const BATCH = 100;
const DOUBLINGS_MAX = 12;
/** About four days of retries. Then the row stays unhandled, and staff must investigate. */
const ATTEMPTS_MAX = 100;

/** Lists up to 100 events that are due, longest waiting first. */
export async function dueEvents(db: Db): Promise<EventKey[]> {
  return db
    .selectFrom('payments.provider_event')
    .select(['provider', 'event_id as eventId'])
    .where('handled_at', 'is', null)
    .where('attempts', '<', ATTEMPTS_MAX)
    .where('next_at', '<=', sql<Date>`clock.now()`)
    .orderBy('next_at')
    .limit(BATCH)
    .execute();
}

export async function markHandled(tx: Tx, { provider, eventId }: EventKey, outcome: string, at: Date): Promise<void> {
  await tx.q
    .updateTable('payments.provider_event')
    .set({ handled_at: at, outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
}

/** Schedules the next try with exponential backoff, at most one hour. */
export async function putOff(tx: Tx, { provider, eventId }: EventKey, now: Date): Promise<void> {
  const row = await tx.q
    .selectFrom('payments.provider_event')
    .select('attempts')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('handled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const wait = Math.min(SECOND_MS * 2 ** Math.min(row.attempts, DOUBLINGS_MAX), HOUR_MS);
  await tx.q
    .updateTable('payments.provider_event')
    .set({ attempts: row.attempts + 1, next_at: new Date(now.getTime() + wait) })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
}
