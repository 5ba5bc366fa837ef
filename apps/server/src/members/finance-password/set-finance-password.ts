import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';
import type { MembersDeps } from '../deps.ts';
import { notifyMember } from '../messages/messages.ts';
import { refuseIdle } from '../sessions/idle-lock.ts';
import { checkLoginPassword } from '../sessions/login-password.ts';
import type { Caller } from '../sessions/sessions.ts';
import { checkFinancePassword, hashFinancePassword } from './finance-password.ts';
import { type FinanceState, readFinanceState } from './finance-state.ts';
import { pinFault, readPin } from './pin-rules.ts';

export interface FinanceForm {
  financePassword: string;
  repeat: string;
  /** Needed for a change, and after a reset. */
  loginPassword?: string | undefined;
  /** Needed for a change. */
  oldFinancePassword?: string | undefined;
}

type Hashed = Awaited<ReturnType<typeof hashFinancePassword>>;

/**
 * Sets the finance password. The first one needs only a session in use. A new one after a reset needs the login
 * password. Any other change needs the login password and the old one. Throws `fill-in`, `finance-password-weak`,
 * `entries-differ`, `already-set`, `login-password-needed`, and what the password checks throw.
 */
export async function setFinancePassword(
  deps: MembersDeps,
  identity: Identity,
  form: FinanceForm,
  caller: Caller,
): Promise<void> {
  const state = await readFinanceState(deps.db, identity);
  const isVoid = !state.set && state.resetAt !== null && (await isPast(deps.db, state.resetAt));
  refuseFaults(form, { state, isVoid, birthDate: await birthDateOf(deps.db, identity) });
  if (state.set || isVoid) await checkLoginPassword(deps, identity, form.loginPassword ?? '', caller);
  else await refuseIdle(deps, identity);
  if (state.set) await checkFinancePassword(deps, identity, form.oldFinancePassword ?? '', 'oldFinancePassword');
  const hashed = await hashFinancePassword(deps, identity.memberId, readPin(form.financePassword) ?? '');

  await transaction(deps.db, async (tx) => {
    const now = await clockNow(tx.q);
    const isDone = state.set
      ? await change(tx, identity, hashed, now)
      : isVoid
        ? await setAfterReset(tx, identity, hashed, now)
        : await setFirst(tx, identity, hashed, now);
    if (!isDone) throw new Refusal('already-set');
    const kind = state.set || isVoid ? 'finance-password-changed' : 'finance-password-set';
    await notifyMember(tx, identity, { kind, params: {} });
  });
}

function refuseFaults(
  form: FinanceForm,
  { state, isVoid, birthDate }: { state: FinanceState; isVoid: boolean; birthDate: string },
): void {
  const isChange = form.loginPassword !== undefined || form.oldFinancePassword !== undefined;
  if (state.set && !isChange) throw new Refusal('already-set');
  const fields: Record<string, RefusalCode> = {};
  const fault = pinFault(form.financePassword, birthDate);
  if (fault) fields.financePassword = fault;
  if (form.repeat === '') fields.repeat = 'fill-in';
  else if (readPin(form.repeat) !== readPin(form.financePassword)) fields.repeat = 'entries-differ';
  if ((state.set || isVoid) && !form.loginPassword) fields.loginPassword = 'fill-in';
  if (state.set && !form.oldFinancePassword) fields.oldFinancePassword = 'fill-in';
  const [code] = Object.values(fields);
  if (code !== undefined) throw new Refusal(code, {}, fields);
}

/** Inserts the first password. False when a concurrent call was first. */
async function setFirst(tx: Tx, { bucket, memberId }: Identity, hashed: Hashed, now: Date): Promise<boolean> {
  const made = await tx.q
    .insertInto('members.finance_password')
    .values({ bucket, member_id: memberId, ...hashed, set_at: now })
    .onConflict((on) => on.doNothing())
    .returning('member_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Changes the password, and cancels a reset: a member who knows the old one needs none. */
async function change(tx: Tx, identity: Identity, hashed: Hashed, now: Date): Promise<boolean> {
  if (!(await replace(tx, identity, hashed, now))) return false;
  await endReset(tx, identity, { cancelled_at: now });
  return true;
}

async function setAfterReset(tx: Tx, identity: Identity, hashed: Hashed, now: Date): Promise<boolean> {
  if ((await endReset(tx, identity, { used_at: now })) === 0) return false;
  return replace(tx, identity, hashed, now);
}

/** Replaces the password and resets its attempts and locks. */
async function replace(tx: Tx, { bucket, memberId }: Identity, hashed: Hashed, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('members.finance_password')
    .set({ ...hashed, set_at: now, wrong: 0, locks: 0, locked_until: null, open: 0 })
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function endReset(
  tx: Tx,
  { bucket, memberId }: Identity,
  end: { cancelled_at: Date } | { used_at: Date },
): Promise<number> {
  const { numUpdatedRows } = await tx.q
    .updateTable('members.finance_reset')
    .set(end)
    .where(ofMember({ bucket, memberId }))
    .where('cancelled_at', 'is', null)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function isPast(db: Db, time: Date): Promise<boolean> {
  return time <= (await clockNow(db));
}

async function birthDateOf(db: Db, { bucket, memberId }: Identity): Promise<string> {
  const { birth_date } = await db
    .selectFrom('members.member')
    .select('birth_date')
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirstOrThrow();
  if (birth_date === null) throw new Refusal('not-found');
  return birth_date;
}
