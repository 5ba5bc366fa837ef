import type { Placed } from '../../api/types.ts';

/** Receipts kept on this phone, so that a member can prove a bet without asking the house for anything. */

const DATABASE = 'tercet';
const STORE = 'receipts';

export interface KeptReceipt {
  slipId: string;
  memberId: string;
  placed: Placed;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'slipId' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage is closed'));
  });
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = act(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('storage failed'));
    });
  } finally {
    database.close();
  }
}

/** True if the receipt is kept; false where the browser keeps nothing, which must not stop a bet. */
export async function keepReceipt(memberId: string, placed: Placed): Promise<boolean> {
  try {
    await run('readwrite', (store) => store.put({ slipId: placed.slip.id, memberId, placed } satisfies KeptReceipt));
    return true;
  } catch {
    return false;
  }
}

export async function keptReceipts(memberId: string): Promise<KeptReceipt[]> {
  try {
    const all = await run<KeptReceipt[]>('readonly', (store) => store.getAll() as IDBRequest<KeptReceipt[]>);
    return all.filter((kept) => kept.memberId === memberId);
  } catch {
    return [];
  }
}

export async function forgetReceipts(): Promise<void> {
  try {
    await run('readwrite', (store) => store.clear());
  } catch {
    // Nothing was kept, then.
  }
}
