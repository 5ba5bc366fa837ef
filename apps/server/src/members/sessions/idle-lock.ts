import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { MINUTE_MS } from '../../durations.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import type { MembersDeps } from '../deps.ts';
import { lookAtSecret, WrongSecret } from './attempts.ts';
import type { Caller } from './sessions.ts';

/** Default time without use after which a session is locked for money. */
export const MEMBER_IDLE_MS = 30 * MINUTE_MS;

/** Use is recorded once in this part of the time, so a lock may come by as much earlier than the last act says. */
const RECORDED_PARTS = 6;
/** Sessions whose last recorded use this process remembers, about 100 bytes each. */
const SESSIONS_MAX = 100_000;
/** No limit per address, because many members may share one. The largest integer of the database. */
const ADDRESS_MAX = 2 ** 31 - 1;

type Session = Pick<Identity, 'bucket' | 'memberId' | 'tokenHash'>;

/**
 * The idle lock of the members' app. After `idleMs` without use, a session needs the login password again for payouts
 * and payout details: withdrawal, closure, card or account, first finance password. Bets, top-ups and reading need only
 * the session.
 *
 * Decisions:
 * - Use is a sign-in, the right login password, or a write that a tap causes. Reads do not count, as an open page
 *   repeats them without a person. Neither do the writes that it sends so (`config.unattended`).
 * - Only an unlocked session is kept unlocked by use. Otherwise any tap would open a phone that lay around.
 * - The lock holds back no withdrawal: the right password always opens it. Wrong ones are counted per session, in the
 *   counts that all secrets have, but apart from those of sign-in. Anyone who knows a user name can use those up, and
 *   would lock the member out of the money. Here only a holder of the session can, and a new sign-in has a new session.
 *
 * Throws `login-password-needed`; `signed-out` if the session has ended.
 */
export async function refuseIdle({ db, idleMs }: Pick<MembersDeps, 'db' | 'idleMs'>, session: Session): Promise<void> {
  const row = await db
    .selectFrom('members.session')
    .select(['used_at', sql<Date>`clock.now()`.as('now')])
    .where(ofMember(session))
    .where('token_hash', '=', session.tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('signed-out');
  if (row.now.getTime() - row.used_at.getTime() >= idleMs) throw new Refusal('login-password-needed');
}

/** Unlocks a session by the login password. Throws `fill-in`, `wrong-credentials`, `throttled`, `busy`. */
export async function confirmSession(
  deps: MembersDeps,
  identity: Identity,
  loginPassword: string,
  { address }: Caller,
): Promise<void> {
  if (loginPassword === '') throw new Refusal('fill-in', {}, { loginPassword: 'fill-in' });
  const limits = { ...deps.limits, address: ADDRESS_MAX };
  const from = { nameKey: identity.tokenHash.toString('hex'), address };
  await lookAtSecret(deps.db, limits, 'idle-lock', from, async (tried) => {
    const stored = await passwordHashOf(deps.db, identity);
    const isRight = await deps.passwords.matches(loginPassword, stored);
    if (stored === null || !isRight) {
      throw new WrongSecret('wrong-credentials', {}, { loginPassword: 'wrong-credentials' });
    }
    await transaction(deps.db, async (tx) => {
      await noteConfirmed(tx, identity);
      await tried.forgive(tx);
    });
  });
}

/** Records that the right login password was given in this session. */
export async function noteConfirmed(tx: Tx, session: Session): Promise<void> {
  await tx.q
    .updateTable('members.session')
    .set({ used_at: await clockNow(tx.q) })
    .where(ofMember(session))
    .where('token_hash', '=', session.tokenHash)
    .where('ended_at', 'is', null)
    .execute();
}

/** The stored hash of a member's login password; null once it is erased. */
export async function passwordHashOf(db: Db, { bucket, memberId }: Session): Promise<string | null> {
  const row = await db
    .selectFrom('members.member')
    .select('password_hash')
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/**
 * Returns a function that records the use of sessions. It writes at most once in a sixth of `idleMs` per session and
 * process. It neither unlocks a locked session nor revives an ended one.
 */
export function createUseNotes(
  db: Db,
  idleMs: number,
  nowMs: () => number = () => performance.now(),
): (session: Session) => Promise<void> {
  const noted = new Map<string, number>();
  return async (session) => {
    const key = session.tokenHash.toString('base64');
    const before = noted.get(key);
    if (before !== undefined && nowMs() - before < idleMs / RECORDED_PARTS) return;
    if (noted.size >= SESSIONS_MAX) noted.clear();
    noted.set(key, nowMs());
    await db
      .updateTable('members.session')
      .set({ used_at: sql`clock.now()` })
      .where(ofMember(session))
      .where('token_hash', '=', session.tokenHash)
      .where('ended_at', 'is', null)
      .where('used_at', '>', sql<Date>`clock.now() - ${idleMs}::integer * interval '1 millisecond'`)
      .execute();
  };
}
