import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { HOUR_MS } from '../../durations.ts';
import type { Identity } from '../../identity.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { lockMember } from '../account/suspensions.ts';
import { noteName, type PersonKey } from '../persons/person-keys.ts';
import { notePossibleMatch } from '../persons/possible-matches.ts';
import { accountsBoundBy, accountsThatBind } from '../persons/related-accounts.ts';
import { keepRestricted, restrictSessions, type Sessions } from '../sessions/sessions.ts';

export type ExclusionKind = 'time-out' | 'self-exclusion';

export interface Exclusion {
  kind: ExclusionKind;
  from: Date;
  until: Date;
}

/** Hours in a month of an exclusion: at least as long as any calendar month. */
const MONTH_HOURS = 31 * 24;

const UNTIL = sql<Date>`from_at + hours * interval '1 hour'`;

export const TIME_OUT_HOURS = { min: 24, max: 1_008 } as const;
export const EXCLUSION_MONTHS = [6, 12, 24, 60] as const;

/** The member's current exclusion, the longest if there are several; null for none. */
export async function exclusionOf(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<Exclusion | null> {
  const row = await q
    .selectFrom('members.exclusion')
    .select(['kind', 'from_at as from', UNTIL.as('until')])
    .where(ofMember({ bucket, memberId }))
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

/** Starts a time-out at once, on this account and on all accounts of the same person. It ends after `hours`. */
export async function takeTimeOut(tx: Tx, deps: ExclusionDeps, identity: Identity, hours: number): Promise<void> {
  await exclude(tx, deps, identity, 'time-out', hours);
}

/** Starts a self-exclusion of `months`, like `takeTimeOut`. Nothing shortens it. */
export async function selfExclude(tx: Tx, deps: ExclusionDeps, identity: Identity, months: number): Promise<void> {
  await exclude(tx, deps, identity, 'self-exclusion', months * MONTH_HOURS);
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
  // Running slips and top-ups end before the lock; later ones see the exclusion.
  await lockBalance(tx, identity);
  const before = await exclusionOf(tx.q, identity);
  const untilMs = (await clockNow(tx.q)).getTime() + hours * HOUR_MS;
  // The current exclusion is as long. Repeating it would only disturb the person's other accounts.
  if (before && before.until.getTime() > untilMs - HOUR_MS) return;
  // Keep the name's mark, to recognise the person even after their data is erased.
  await noteName(tx, personKey, identity);
  await tx.q
    .insertInto('members.exclusion')
    .values({ bucket, member_id: memberId, id: newId(), kind, hours })
    .execute();
  await keepRestricted(tx, sessions, identity);
  const exclusion = await exclusionOf(tx.q, identity);
  if (!exclusion) throw new Error('the new exclusion is not in force');
  const { same, alike } = await accountsBoundBy(tx, identity);
  for (const account of alike) await notePossibleMatch(tx, account, identity);
  for (const account of same) {
    await insertCopy(tx, account, exclusion, memberId);
    // Restrict rather than end sessions, so that a running withdrawal continues.
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
