import { type RawBuilder, sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type BookingState, type DeclinedBy, OPEN_STATES } from './booking-records.ts';
import { type Booker, refuseDay, refuseHour } from './bookings.ts';
import { endBookings } from './end-bookings.ts';

/** Maximum length of a proposal's note and of a reason for declining. */
export const HOUSE_NOTE_LENGTH_MAX = 500;

/** An act of the member. `end`: declines a proposal, or withdraws the request. */
export type MemberAct = { kind: 'accept' } | { kind: 'end' };

/** An act of the concierge. `agree`: the host agrees to what the member requested. */
export type HouseAct =
  | { kind: 'propose'; day: string; hour: string; note: string }
  | { kind: 'agree' }
  | { kind: 'decline'; why: string }
  | { kind: 'done' };

interface Step {
  from: readonly BookingState[];
  to: BookingState;
  declinedBy?: DeclinedBy;
  /** Not possible once the host is no longer shown: the request then ends instead. */
  needsHost: boolean;
}

const STEPS: Record<(MemberAct | HouseAct)['kind'], Step> = {
  accept: { from: ['proposed'], to: 'agreed', needsHost: true },
  end: { from: OPEN_STATES, to: 'declined', declinedBy: 'member', needsHost: false },
  propose: { from: OPEN_STATES, to: 'proposed', needsHost: true },
  agree: { from: ['asked'], to: 'agreed', needsHost: true },
  decline: { from: OPEN_STATES, to: 'declined', declinedBy: 'house', needsHost: false },
  done: { from: ['agreed'], to: 'done', needsHost: false },
};

/** What an act did. `repeated`: it was done before. `gone`: the host is no longer shown, which ended the request. */
export interface Outcome {
  what: 'changed' | 'repeated' | 'gone';
  threadId: string;
  hostId: string;
  before: { state: BookingState; version: number };
  after: { state: BookingState; version: number };
}

/**
 * Acts on a booking request in the version that the caller saw. The row's lock decides between the two sides; the later
 * one gets `too-late`. A repeat of the same act changes nothing. Throws `not-found`, `too-late`, and for a proposal
 * `date-bad`, `host-day-off`.
 */
export async function actOnBooking(
  tx: Tx,
  booker: Booker,
  id: string,
  { version, ...act }: (MemberAct | HouseAct) & { version: number },
): Promise<Outcome> {
  const step = STEPS[act.kind];
  const seen = await readRow(tx, booker, id, false);
  if (seen && step.needsHost) await endBookings(tx, seen.hostId);
  // A row policy hides finished requests from locks. They never change again, so reading without a lock is enough.
  const found = (await readRow(tx, booker, id, true)) ?? (await readRow(tx, booker, id, false));
  if (!found) throw new Refusal('not-found');
  const { threadId, hostId, state, declinedBy } = found;
  const before = { state, version: found.version };
  const same = { threadId, hostId, before, after: before };
  if (found.version === version + 1 && isRepeat(found, step, act)) return { ...same, what: 'repeated' };
  if (step.needsHost && declinedBy === 'gone') return { ...same, what: 'gone' };
  if (found.version !== version || !step.from.includes(state)) throw new Refusal('too-late');
  if (act.kind === 'propose') {
    await refuseDay(tx, hostId, act.day);
    refuseHour(act.hour);
  }
  await sql`
    update directory.booking set state = ${step.to}, version = version + 1, changed_at = clock.now(),
      declined_by = ${step.declinedBy ?? null} ${valuesOf(act)}
    where ${ofMember(booker)} and id = ${id}::uuid`.execute(tx.q);
  return { ...same, what: 'changed', after: { state: step.to, version: version + 1 } };
}

function valuesOf(act: MemberAct | HouseAct): RawBuilder<unknown> {
  if (act.kind === 'decline') return sql`, declined_why = ${act.why}`;
  if (act.kind !== 'propose') return sql``;
  return sql`, proposed_day = ${act.day}::date, proposed_hour = ${act.hour}, proposed_note = ${act.note}`;
}

interface Locked {
  hostId: string;
  threadId: string;
  state: BookingState;
  version: number;
  declinedBy: DeclinedBy | null;
  why: string | null;
  proposal: (string | null)[];
}

function isRepeat(found: Locked, step: Step, act: MemberAct | HouseAct): boolean {
  if (found.state !== step.to || (step.declinedBy ?? null) !== found.declinedBy) return false;
  if (act.kind === 'decline') return found.why === act.why;
  return act.kind !== 'propose' || found.proposal.join('\n') === [act.day, act.hour, act.note].join('\n');
}

async function readRow(tx: Tx, booker: Booker, id: string, isLocked: boolean): Promise<Locked | null> {
  const { rows } = await sql<Locked>`
    select b.host_id as "hostId", b.thread_id as "threadId", b.state, b.version, b.declined_by as "declinedBy",
      b.declined_why as why, array[b.proposed_day::text, b.proposed_hour, b.proposed_note] as proposal
    from directory.booking b where ${ofMember(booker, 'b')} and b.id = ${id}::uuid
    ${isLocked ? sql`for update` : sql``}`.execute(tx.q);
  return rows[0] ?? null;
}
