import type { Db } from '../../../db/pool.ts';
import type { Tx } from '../../../db/transaction.ts';
import { refuseUnknown } from '../../../identity-checks/admission.ts';
import type { Account } from '../../../ledger/lock.ts';
import { isClosing } from '../../../members/account/closures.ts';
import { readFinanceState } from '../../../members/finance-password/finance-state.ts';
import { refuseExcluded } from '../../../members/limits/exclusion-in-force.ts';
import { promptedAt } from '../../../members/limits/limit-prompt.ts';
import { readLimits } from '../../../members/limits/limits.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { activePayee } from '../../../payments/payees/payees.ts';
import { hasTopUps } from '../../../payments/top-ups/top-ups.ts';
import { Refusal } from '../../../refusal.ts';

/** Requirements of a payout. They apply before the first top-up, so that none comes up only at the payout. */
export interface Readiness {
  realName: boolean;
  financePassword: boolean;
  payee: boolean;
}

export async function readReadiness(q: Db | Tx['q'], account: Account): Promise<Readiness> {
  const { realName } = await readPerson(q, account);
  const { set } = await readFinanceState(q, account);
  const payee = await activePayee(q, account);
  return { realName: realName !== null, financePassword: set, payee: payee !== null };
}

/**
 * Throws `closing`, `excluded` or `self-excluded`; in a live house `identity-needed`, `too-young`,
 * `country-not-served`, `register-excluded` or `register-unanswered`; then `name-first`, `finance-password-first` or
 * `payee-first`. The order is that in which the member can fix them.
 */
export async function refuseUnready(q: Db | Tx['q'], account: Account): Promise<void> {
  if (await isClosing(q, account)) throw new Refusal('closing');
  await refuseExcluded(q, account);
  await refuseUnknown(q, account);
  const ready = await readReadiness(q, account);
  if (!ready.realName) throw new Refusal('name-first');
  if (!ready.financePassword) throw new Refusal('finance-password-first');
  if (!ready.payee) throw new Refusal('payee-first');
}

/**
 * Throws `limits-unanswered` before a member's first top-up, until they said whether they want a top-up limit. One that
 * is set is an answer, and so is none.
 */
export async function refuseUnanswered(q: Db | Tx['q'], account: Account): Promise<void> {
  if ((await promptedAt(q, account)) !== null || (await hasTopUps(q, account))) return;
  const limits = await readLimits(q, account);
  if (limits.some(({ kind, value }) => kind.startsWith('deposit-') && value !== null)) return;
  throw new Refusal('limits-unanswered');
}
