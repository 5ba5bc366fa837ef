import type { RowMacs } from '../crypto/row-macs.ts';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type AccountRow, readAccounts, readOpenAccount } from './account-rows.ts';

/**
 * Where an act takes two people, they are two people: whom an owner let in, moved or gave another second factor could
 * be the owner herself. In so many days others see the account, and ask.
 */
const DAYS_UNTIL_COUNTED = 7;
const DAY_MS = 24 * 3_600_000;

/** From when on an account counts as one of two people; null where it does at once. */
export function countsFrom({ handed_at }: Pick<AccountRow, 'handed_at'>): Date | null {
  return handed_at && new Date(handed_at.getTime() + DAYS_UNTIL_COUNTED * DAY_MS);
}

/** Whose word counts as that of one of two people. */
export interface People {
  /** For who wants to be one of two. Throws `too-new`, and `forbidden` for who does not work here any more. */
  refuseTooNew(q: Db | Tx['q'], staffId: string): Promise<void>;
  /** Those whose word counts now: they work here, in one of the roles, and have been left alone for long enough. */
  counted(q: Db | Tx['q'], staffIds: readonly string[], roles: readonly string[]): Promise<Set<string>>;
}

export function peopleOf(macs: RowMacs): People {
  return {
    async refuseTooNew(q, staffId) {
      const account = await readOpenAccount(q, macs, staffId);
      if (!account) throw new Refusal('forbidden');
      if (!isCounted(account, await clockNow(q))) throw new Refusal('too-new');
    },
    async counted(q, staffIds, roles) {
      if (staffIds.length === 0) return new Set();
      const now = await clockNow(q);
      const accounts = await readAccounts(q, macs, { ids: staffIds });
      const known = accounts.filter((account) => account.disabled_at === null && roles.includes(account.role));
      return new Set(known.filter((account) => isCounted(account, now)).map(({ id }) => id));
    },
  };
}

function isCounted(account: AccountRow, now: Date): boolean {
  const from = countsFrom(account);
  return from === null || from <= now;
}
