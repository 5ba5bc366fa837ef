import type { BalanceCheck } from './balance-check.ts';
import type { BookStore } from './book-store.ts';

/** Stored checks per member; failed ones are kept in addition. */
const KEPT_MAX = 30;

/** By user name; one per date. */
type StoredChecks = Readonly<Record<string, readonly BalanceCheck[]>>;

const OWED = 'owed';

/** Stores a check. A later check of the same date never overwrites a breach. */
export function storeCheck(store: BookStore, check: BalanceCheck): Promise<void> {
  return store.change<StoredChecks>(OWED, (old) => {
    const before = old?.[check.userName] ?? [];
    const known = before.find(({ date }) => date === check.date);
    if (known?.verdict === 'breach') return old;
    const others = before.filter((stored) => stored !== known);
    const all = [check, ...others].filter((stored, place) => place < KEPT_MAX || stored.verdict === 'breach');
    return { ...old, [check.userName]: all };
  });
}

/** Stored checks of a member, newest first. */
export async function storedChecks(store: BookStore, userName: string): Promise<readonly BalanceCheck[]> {
  return (await store.read<StoredChecks>(OWED))?.[userName] ?? [];
}

export function forgetCheck(store: BookStore, userName: string, date: string | null): Promise<void> {
  return store.change<StoredChecks>(OWED, (old) => ({
    ...old,
    [userName]: (old?.[userName] ?? []).filter((stored) => stored.date !== date),
  }));
}

/** A sum that the member confirmed for the cut of a day. */
export interface ConfirmedSum {
  date: string;
  owedMinor: string;
}

const CONFIRMED = 'owed-confirmed';

/** The member's newest confirmed sum; null if none. */
export async function confirmedSum(store: BookStore, userName: string): Promise<ConfirmedSum | null> {
  return (await store.read<Readonly<Record<string, ConfirmedSum>>>(CONFIRMED))?.[userName] ?? null;
}

export function confirmSum(store: BookStore, userName: string, sum: ConfirmedSum): Promise<void> {
  return store.change<Readonly<Record<string, ConfirmedSum>>>(CONFIRMED, (old) => ({ ...old, [userName]: sum }));
}
