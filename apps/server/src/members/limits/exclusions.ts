import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { lockMember } from '../account/suspensions.ts';
import { noteName, type PersonKey } from '../persons/person-keys.ts';
import { notePossibleMatch } from '../persons/possible-matches.ts';
import { accountsBoundBy, accountsThatBind } from '../persons/same-person.ts';
import { keepRestricted, restrictSessions, type Sessions } from '../sessions/sessions.ts';

export type ExclusionKind = 'time-out' | 'self-exclusion';

export interface Exclusion {
  kind: ExclusionKind;
  from: Date;
  until: Date;
}

/** A month of an exclusion: never shorter than one of the calendar. */
const MONTH_HOURS = 31 * 24;
const HOUR_MS = 3_600_000;

const UNTIL = sql<Date>`from_at + hours * interval '1 hour'`;

export const TIME_OUT_HOURS = { min: 24, max: 1_008 } as const;
export const EXCLUSION_MONTHS = [6, 12, 24, 60] as const;

/** The exclusion that a member is under now, the longest if there are several; null for none. */
export async function exclusionOf(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<Exclusion | null> {
  const row = await q
    .selectFrom('members.exclusion')
    .select(['kind', 'from_at as from', UNTIL.as('until')])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where(UNTIL, '>', sql<Date>`clock.now()`)
    .orderBy(UNTIL, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, kind: row.kind as ExclusionKind } : null;
}

export interface ExclusionDeps {
  sessions: Sessions;
  personKey: PersonKey;
}

/** Begins at once, on this account and on all that are the same person's; runs out by itself after so many hours. */
export async function takeTimeOut(tx: Tx, deps: ExclusionDeps, identity: Identity, hours: number): Promise<void> {
  await exclude(tx, deps, identity, 'time-out', hours);
}

/** Likewise, for so many months; nothing shortens it. */
export async function selfExclude(tx: Tx, deps: ExclusionDeps, identity: Identity, months: number): Promise<void> {
  await exclude(tx, deps, identity, 'self-exclusion', months * MONTH_HOURS);
}

/**
 * Puts an account under the exclusion that its owner is under by another account, now that more of him is known: his
 * name, document, account or card. Where the member himself calls, his session goes on as a restricted one and all
 * others end; else all become restricted. Whether there was an exclusion. Excluded accounts with a like name and the
 * same birth date are noted for staff.
 */
export async function copyExclusion(
  tx: Tx,
  { sessions, personKey }: ExclusionDeps,
  account: Account & Partial<Pick<Identity, 'tokenHash'>>,
): Promise<boolean> {
  const { bucket, memberId, tokenHash } = account;
  await noteName(tx, personKey, account);
  const own = await exclusionOf(tx.q, account);
  const { same, alike } = await accountsThatBind(tx, account);
  for (const other of alike) {
    if ((await exclusionOf(tx.q, other)) !== null) await notePossibleMatch(tx, account, other);
  }
  let found: { account: Account; exclusion: Exclusion } | null = null;
  for (const other of same) {
    const exclusion = await exclusionOf(tx.q, other);
    if (exclusion && exclusion.until > (found?.exclusion.until ?? own?.until ?? new Date(0))) {
      found = { account: other, exclusion };
    }
  }
  if (!found) return false;
  await lockMember(tx, memberId);
  await lockBalance(tx, account);
  await insertCopy(tx, account, found.exclusion, found.account.memberId);
  if (tokenHash === undefined) await restrictSessions(tx, sessions, memberId);
  else await keepRestricted(tx, sessions, { bucket, memberId, tokenHash });
  return true;
}

async function exclude(
  tx: Tx,
  { sessions, personKey }: ExclusionDeps,
  identity: Identity,
  kind: ExclusionKind,
  hours: number,
): Promise<void> {
  const { bucket, memberId } = identity;
  await lockMember(tx, memberId);
  // Slips and top-ups that are under way end first; those behind them find it.
  await lockBalance(tx, identity);
  const before = await exclusionOf(tx.q, identity);
  const untilMs = (await clockNow(tx.q)).getTime() + hours * HOUR_MS;
  // What is there is as good; again and again, it would only disturb the other accounts that it binds.
  if (before && before.until.getTime() > untilMs - HOUR_MS) return;
  // From now on he must be known again, also after his data are erased.
  await noteName(tx, personKey, identity);
  await tx.q
    .insertInto('members.exclusion')
    .values({ bucket, member_id: memberId, id: newId(), kind, hours })
    .execute();
  await keepRestricted(tx, sessions, identity);
  const exclusion = await exclusionOf(tx.q, identity);
  if (!exclusion) throw new Error('an exclusion did not begin');
  const { same, alike } = await accountsBoundBy(tx, identity);
  for (const account of alike) await notePossibleMatch(tx, account, identity);
  for (const account of same) {
    await insertCopy(tx, account, exclusion, memberId);
    // Whoever is withdrawing there goes on.
    await restrictSessions(tx, sessions, account.memberId);
  }
}

async function insertCopy(tx: Tx, account: Account, { kind, until }: Exclusion, from: string): Promise<void> {
  const { rows } = await sql<{ left_ms: number }>`
    select (extract(epoch from ${until}::timestamptz - clock.now()) * 1000)::float8 as left_ms`.execute(tx.q);
  const { bucket, memberId } = account;
  const hours = Math.max(1, Math.ceil((rows[0]?.left_ms ?? 0) / HOUR_MS));
  await tx.q
    .insertInto('members.exclusion')
    .values({ bucket, member_id: memberId, id: newId(), kind, hours, copied_from: from })
    .execute();
}
