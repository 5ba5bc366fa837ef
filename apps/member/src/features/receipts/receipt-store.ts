import type { Verdict } from '@tercet/fair';
import { localDatabase } from '../storage/local-database.ts';
import { notifyBreach, notifyReceiptChange } from './receipt-events.ts';
import { isReceipt, type ReceiptOfSlip, slipOfReceipt } from './receipt-text.ts';
import type { Inclusion, SavedReceipt } from './saved-receipt.ts';

/** Stores receipts and their evidence on this phone, so that a member can prove a bet without the house. */

const STORE = 'receipts';
const BY_MEMBER = 'memberId';
/** `dueMs` exists only before the search in the seal, and `breach` only after a breach. */
const BY_DUE = 'due';
const BY_BREACH = 'breach';
const database = localDatabase({ name: 'tercet', version: 2, upgrade });

/**
 * Stores a receipt. True if stored; false if the browser has no storage, which must not prevent a bet.
 *
 * Malformed receipts are not stored; the app fetches them again.
 */
export async function keepReceipt(memberId: string, placed: ReceiptOfSlip): Promise<boolean> {
  if (!isReceipt(placed.receipt)) return false;
  try {
    await change(placed.slip.id, (saved) => saved ?? fresh(memberId, placed));
    return true;
  } catch {
    return false;
  }
}

export async function savedReceipt(slipId: string): Promise<SavedReceipt | null> {
  return (await read<SavedReceipt>((store) => store.get(slipId))) ?? null;
}

export async function savedReceipts(memberId: string): Promise<SavedReceipt[]> {
  return (await read<SavedReceipt[]>((store) => store.index(BY_MEMBER).getAll(memberId))) ?? [];
}

export async function countReceipts(memberId: string): Promise<number> {
  return (await read<number>((store) => store.index(BY_MEMBER).count(memberId))) ?? 0;
}

/** Number of receipts not yet searched for in a seal. */
export async function countWaiting(memberId: string): Promise<number> {
  return (await read<number>((store) => store.index(BY_DUE).count(allDue(memberId)))) ?? 0;
}

/** Ids of all stored slips, of all members on this phone. */
export async function savedSlipIds(): Promise<Set<string>> {
  return new Set((await read<IDBValidKey[]>((store) => store.getAllKeys()))?.map(String));
}

/** Receipts whose seal may exist by now and was not searched yet, oldest first. */
export async function dueReceipts(memberId: string, nowMs: number): Promise<SavedReceipt[]> {
  const due = () => IDBKeyRange.bound([memberId, 0], [memberId, nowMs]);
  return (await read<SavedReceipt[]>((store) => store.index(BY_DUE).getAll(due()))) ?? [];
}

/** Server time at which the next receipt falls due; null if none is left. */
export async function nextDueMs(memberId: string): Promise<number | null> {
  return (await read<SavedReceipt | undefined>((store) => store.index(BY_DUE).get(allDue(memberId))))?.dueMs ?? null;
}

/** The member's receipts with a breach that this phone found. */
export async function receiptBreaches(memberId: string): Promise<SavedReceipt[]> {
  return (await read<SavedReceipt[]>((store) => store.index(BY_BREACH).getAll([memberId, 1]))) ?? [];
}

/** The member's receipts whose draw the house has not published in time. */
export async function lateReceipts(memberId: string): Promise<SavedReceipt[]> {
  return (await savedReceipts(memberId)).filter(isLate);
}

export function isLate({ late, verdict }: Pick<SavedReceipt, 'late' | 'verdict'>): boolean {
  return late !== undefined || verdict === 'overdue';
}

/** Breaches of all members on this phone, for visitors: signing out must not hide them. */
export async function allBreaches(): Promise<SavedReceipt[]> {
  return (await read<SavedReceipt[]>((store) => store.index(BY_BREACH).getAll())) ?? [];
}

/**
 * Stores the result of the search in the seal. The first result is final: later ones can neither hide a breach nor make
 * an early check look late.
 */
export async function noteInclusion(slipId: string, inclusion: Inclusion): Promise<void> {
  await change(slipId, (saved) => {
    if (saved === null || saved.inclusion !== null) return saved;
    const { dueMs: _, ...rest } = saved;
    return withBreach({ ...rest, inclusion }, inclusion.verdict === 'breach');
  });
}

/**
 * Stores the check of a draw: inputs and verdict. A breach is final; a later verdict replaces any other, such as
 * `overdue`.
 */
export async function noteBundle(slipId: string, bundle: unknown, verdict: Verdict, isLate = false): Promise<void> {
  await change(slipId, (saved) => {
    if (saved === null || saved.verdict === 'breach') return saved;
    const { late: _, ...rest } = saved;
    return withBreach({ ...rest, bundle, verdict, ...(isLate ? { late: 'overdue' } : {}) }, verdict === 'breach');
  });
}

/** Marks a due draw for which the house does not answer. Keeps earlier findings. */
export async function noteUnanswered(slipId: string): Promise<void> {
  await change(slipId, (saved) => (saved === null || isLate(saved) ? saved : { ...saved, late: 'unanswered' }));
}

/** Deletes a member's receipts at sign-out, except those with a breach: signing out must not hide one. */
export async function forgetReceipts(memberId: string): Promise<void> {
  await database
    .within(STORE, 'readwrite', (store) => {
      const walk = store.openCursor();
      walk.onsuccess = () => {
        const cursor = walk.result;
        if (cursor === null) return;
        const saved = cursor.value as SavedReceipt;
        if (saved.memberId === memberId && saved.breach !== 1) cursor.delete();
        cursor.continue();
      };
      return walk;
    })
    .catch(() => undefined);
}

function fresh(memberId: string, { slip, receipt }: ReceiptOfSlip): SavedReceipt {
  const dueMs = slipOfReceipt(receipt)?.locksAtMs ?? slip.placedAtMs;
  return { slipId: slip.id, memberId, placed: { slip, receipt }, inclusion: null, bundle: null, verdict: null, dueMs };
}

function allDue(memberId: string): IDBKeyRange {
  return IDBKeyRange.bound([memberId, 0], [memberId, Number.MAX_SAFE_INTEGER]);
}

function withBreach(saved: SavedReceipt, broken: boolean): SavedReceipt {
  return broken ? { ...saved, breach: 1 } : saved;
}

/** Reads one receipt and writes the result of `next` in one transaction, so that two tabs do not conflict. */
async function change(slipId: string, next: (saved: SavedReceipt | null) => SavedReceipt | null): Promise<void> {
  const found: { before: SavedReceipt | null; after: SavedReceipt | null } = { before: null, after: null };
  await database.within(STORE, 'readwrite', (store) => {
    const request = store.get(slipId) as IDBRequest<SavedReceipt | undefined>;
    request.onsuccess = () => {
      found.before = request.result ?? null;
      found.after = next(found.before);
      if (found.after !== null && found.after !== found.before) store.put(found.after);
    };
    return request;
  });
  const { before, after } = found;
  if (after === null || after === before) return;
  notifyReceiptChange(slipId);
  if (after.breach === 1 && before?.breach !== 1) notifyBreach(after);
}

/** Undefined if the browser has no storage. */
async function read<T>(ask: (store: IDBObjectStore) => IDBRequest): Promise<T | undefined> {
  return (await database.within(STORE, 'readonly', ask).catch(() => undefined)) as T | undefined;
}

/**
 * Upgrades from version 1, which stored only slip id, member and answer. Its receipts are searched for like the others.
 */
function upgrade({ result: database, transaction }: IDBOpenDBRequest): void {
  if (transaction === null) return;
  const store = database.objectStoreNames.contains(STORE)
    ? transaction.objectStore(STORE)
    : database.createObjectStore(STORE, { keyPath: 'slipId' });
  store.createIndex(BY_MEMBER, 'memberId');
  store.createIndex(BY_DUE, ['memberId', 'dueMs']);
  store.createIndex(BY_BREACH, ['memberId', 'breach']);
  const walk = store.openCursor();
  walk.onsuccess = () => {
    const cursor = walk.result;
    if (cursor === null) return;
    const { memberId, placed } = cursor.value as Pick<SavedReceipt, 'memberId' | 'placed'>;
    cursor.update({ ...fresh(memberId, placed), ...cursor.value, slipId: cursor.primaryKey });
    cursor.continue();
  };
}
