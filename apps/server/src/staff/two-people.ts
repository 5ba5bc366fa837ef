import type { RowMacs } from '../crypto/row-macs.ts';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { Refusal } from '../refusal.ts';
import { type AccountRow, readAccounts, readOpenAccount } from './account-rows.ts';

/**
 * Days until an account counts as one of two people, after an owner created or changed it. Such an account could be
 * controlled by the owner. The delay lets other people notice it.
 */
const DAYS_UNTIL_COUNTED = 7;

/** When an account starts to count as one of two people; null when it counts at once. */
export function countsFrom({ handed_at }: Pick<AccountRow, 'handed_at'>): Date | null {
  return handed_at && new Date(handed_at.getTime() + DAYS_UNTIL_COUNTED * DAY_MS);
}

/** Decides which staff members count as one of two people. */
export interface People {
  /** Throws `too-new` for a person who does not count yet, and `forbidden` when they no longer work here. */
  refuseTooNew(q: Db | Tx['q'], staffId: string): Promise<void>;
  /** Returns those of `staffIds` who count now: they work here, have one of the roles, and were not changed lately. */
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
