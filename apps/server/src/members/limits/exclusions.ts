import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { HOUR_MS } from '../../durations.ts';
import type { Identity } from '../../identity.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { lockMember } from '../account/suspensions.ts';
import { noteName, type PersonKey } from '../persons/person-keys.ts';
import { notePossibleMatch } from '../persons/possible-matches.ts';
import { accountsBoundBy, accountsThatBind, type SameAccount } from '../persons/related-accounts.ts';
import { keepRestricted, restrictSessions, type Sessions } from '../sessions/sessions.ts';
import { covers, type Exclusion, exclusionOf, IN_FORCE } from './exclusion-in-force.ts';

/** Hours in a month of an exclusion: at least as long as any calendar month. */
const MONTH_HOURS = 31 * 24;

export const TIME_OUT_HOURS = { min: 24, max: 1_008 } as const;
export const EXCLUSION_MONTHS = [6, 12, 24, 60] as const;

export interface ExclusionDeps {
  sessions: Sessions;
  personKey: PersonKey;
}

/** A break to start. */
export type NewExclusion =
  | { kind: 'time-out'; hours: number }
  /** Null: without end. */
  | { kind: 'self-exclusion'; months: number | null; paysOut?: boolean };

/**
 * Starts an exclusion at once, on this account and on all accounts of the same person. Nothing shortens it; a current
 * one that is at least as strict stays alone. With `tokenHash`, that session goes on restricted and all others end;
 * without it, staff act at the member's request, and all sessions become restricted.
 */
export async function exclude(
  tx: Tx,
  { sessions, personKey }: ExclusionDeps,
  account: Account & Partial<Pick<Identity, 'tokenHash'>>,
  started: NewExclusion,
): Promise<void> {
  const { bucket, memberId } = account;
  await lockMember(tx, memberId);
  // Running slips and top-ups end before the lock; later ones see the exclusion.
  await lockBalance(tx, account);
  const { kind } = started;
  const hours = hoursOf(started);
  const paysOut = started.kind === 'self-exclusion' && started.paysOut === true;
  const nowMs = (await clockNow(tx.q)).getTime();
  const before = await exclusionOf(tx.q, account);
  // An hour less, so that a repeated call does not disturb the person's other accounts.
  const until = hours === null ? null : new Date(nowMs + (hours - 1) * HOUR_MS);
  const isCovered = before !== null && covers(before, { kind, until });
  if (isCovered && (!paysOut || (await paysOutAlready(tx, account)))) return;
  // Keep the name's mark, to recognise the person even after their data is erased.
  await noteName(tx, personKey, account);
  await tx.q
    .insertInto('members.exclusion')
    .values({
      bucket,
      member_id: memberId,
      id: newId(),
      kind,
      hours,
      pays_out: paysOut,
      by_staff: account.tokenHash === undefined,
    })
    .execute();
  await restrict(tx, sessions, account);
  if (isCovered) return;
  const from = new Date(nowMs);
  const exclusion = { kind, from, until: hours === null ? null : new Date(nowMs + hours * HOUR_MS) };
  const { same, alike } = await accountsBoundBy(tx, account);
  for (const other of alike) await notePossibleMatch(tx, other, account);
  for (const other of same) {
    const known = await exclusionOf(tx.q, other);
    const copy = copyFor(other, exclusion, known);
    if (copy === null) continue;
    await insertCopy(tx, other, copy, memberId);
    // Restrict rather than end sessions, so that a running withdrawal continues.
    await restrictSessions(tx, sessions, other.memberId);
  }
}

/**
 * What an account gets of another one's exclusion; null for nothing, because its own is as strict. Where only typed
 * data links them, it is at most the shortest self-exclusion, and renews none: else anyone could exclude another person
 * for good by typing their name.
 */
function copyFor({ isTyped }: SameAccount, exclusion: Exclusion, own: Exclusion | null): Exclusion | null {
  const limited = isTyped && exclusion.kind === 'self-exclusion';
  if (limited && own?.kind === 'self-exclusion') return null;
  const copy = limited ? { ...exclusion, until: earlier(exclusion.until, shortestEnd(exclusion)) } : exclusion;
  return own && covers(own, copy) ? null : copy;
}

function shortestEnd({ from }: Exclusion): Date {
  return new Date(from.getTime() + EXCLUSION_MONTHS[0] * MONTH_HOURS * HOUR_MS);
}

function earlier(until: Date | null, other: Date): Date {
  return until !== null && until < other ? until : other;
}

async function paysOutAlready(tx: Tx, account: Account): Promise<boolean> {
  const { rows } = await sql<{ pays: boolean }>`
    select exists (select from members.exclusion e
      where ${ofMember(account, 'e')} and e.pays_out and ${IN_FORCE}) as pays`.execute(tx.q);
  return rows[0]?.pays ?? false;
}

function hoursOf(started: NewExclusion): number | null {
  if (started.kind === 'time-out') return started.hours;
  return started.months === null ? null : started.months * MONTH_HOURS;
}

/**
 * Copies an exclusion from the person's other accounts, now that more is known of them: name, document, account or
 * card. With `tokenHash`, that session goes on restricted and all others end; without it, all sessions become
 * restricted. Returns whether an exclusion was copied. Excluded accounts with a similar name and the same birth date
 * are listed for staff.
 */
export async function copyExclusion(
  tx: Tx,
  { sessions, personKey }: ExclusionDeps,
  account: Account & Partial<Pick<Identity, 'tokenHash'>>,
): Promise<boolean> {
  await noteName(tx, personKey, account);
  const own = await exclusionOf(tx.q, account);
  const { same, alike } = await accountsThatBind(tx, account);
  for (const other of alike) {
    if ((await exclusionOf(tx.q, other)) !== null) await notePossibleMatch(tx, account, other);
  }
  const found: { exclusion: Exclusion; memberId: string }[] = [];
  for (const other of same) {
    const theirs = await exclusionOf(tx.q, other);
    const copy = theirs && copyFor(other, theirs, own);
    if (!copy || (await hasEnded(tx, account, copy))) continue;
    if (found.some(({ exclusion }) => covers(exclusion, copy))) continue;
    found.push({ exclusion: copy, memberId: other.memberId });
  }
  if (found.length === 0) return false;
  await lockMember(tx, account.memberId);
  await lockBalance(tx, account);
  for (const { exclusion, memberId } of found) await insertCopy(tx, account, exclusion, memberId);
  await restrict(tx, sessions, account);
  return true;
}

/** True if the person already ended this exclusion with the account: by a request made after its hours had passed. */
async function hasEnded(tx: Tx, account: Account, { kind, until }: Exclusion): Promise<boolean> {
  if (kind === 'time-out' || until === null) return false;
  const { rows } = await sql<{ ended: boolean }>`
    select exists (select from members.exclusion_end x
      where ${ofMember(account, 'x')} and x.asked_at >= ${until}::timestamptz) as ended`.execute(tx.q);
  return rows[0]?.ended ?? false;
}

async function restrict(
  tx: Tx,
  sessions: Sessions,
  { bucket, memberId, tokenHash }: Account & Partial<Pick<Identity, 'tokenHash'>>,
): Promise<void> {
  if (tokenHash === undefined) await restrictSessions(tx, sessions, memberId);
  else await keepRestricted(tx, sessions, { bucket, memberId, tokenHash });
}

async function insertCopy(tx: Tx, account: Account, { kind, until }: Exclusion, from: string): Promise<void> {
  const { bucket, memberId } = account;
  await tx.q
    .insertInto('members.exclusion')
    .values({ bucket, member_id: memberId, id: newId(), kind, hours: await hoursUntil(tx, until), copied_from: from })
    .execute();
}

/** Whole hours until then, at least one; null for never. */
async function hoursUntil(tx: Tx, until: Date | null): Promise<number | null> {
  if (until === null) return null;
  const leftMs = until.getTime() - (await clockNow(tx.q)).getTime();
  return Math.max(1, Math.ceil(leftMs / HOUR_MS));
}
