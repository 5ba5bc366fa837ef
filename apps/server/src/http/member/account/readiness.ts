import type { Db } from '../../../db/pool.ts';
import type { Tx } from '../../../db/transaction.ts';
import { refuseUnknown } from '../../../identity-checks/standing.ts';
import type { Account } from '../../../ledger/lock.ts';
import { isClosing } from '../../../members/account/closures.ts';
import { readFinanceState } from '../../../members/finance-password/finance-state.ts';
import { exclusionOf } from '../../../members/limits/exclusions.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { activePayee } from '../../../payments/payees.ts';
import { Refusal } from '../../../refusal.ts';

/** What a payout will need: it is asked for before the first money comes in, never first when it is to go out. */
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
 * Throws `closing`, `excluded`, in a live house `identity-needed`, `too-young`, `country-not-served`, and `name-first`,
 * `finance-password-first`, `payee-first`: in the order in which they are mended.
 */
export async function refuseUnready(q: Db | Tx['q'], account: Account): Promise<void> {
  if (await isClosing(q, account)) throw new Refusal('closing');
  const exclusion = await exclusionOf(q, account);
  if (exclusion) throw new Refusal('excluded', { untilMs: exclusion.until.getTime() });
  await refuseUnknown(q, account);
  const ready = await readReadiness(q, account);
  if (!ready.realName) throw new Refusal('name-first');
  if (!ready.financePassword) throw new Refusal('finance-password-first');
  if (!ready.payee) throw new Refusal('payee-first');
}
