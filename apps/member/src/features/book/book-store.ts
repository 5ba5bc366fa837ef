import { withinASecond } from '../storage/within-a-second.ts';

/** What this phone keeps of the book, so that the house cannot show it another one later. */
export interface BookStore {
  read<T>(key: string): Promise<T | null>;
  /** Writes what `change` makes of the value that stands there, in one step; null removes it. */
  change<T>(key: string, change: (old: T | null) => T | null): Promise<void>;
}

const DATABASE = 'tercet-book';
const STORE = 'kept';

/** In the browser's own storage. Where that is blocked, full or silent, reads are null and writes are lost. */
export const browserStore: BookStore = {
  async read<T>(key: string) {
    try {
      return ((await withinASecond(run('readonly', (store) => store.get(key)))) as T | undefined) ?? null;
    } catch {
      return null;
    }
  },
  async change<T>(key: string, change: (old: T | null) => T | null) {
    try {
      const writing = run('readwrite', (store) => {
        const asked = store.get(key);
        asked.onsuccess = () => {
          const next = change((asked.result as T | undefined) ?? null);
          if (next === null) store.delete(key);
          else store.put(next, key);
        };
        return asked;
      });
      await withinASecond(writing);
    } catch {
      // What is not kept is asked for anew; nothing else depends on it.
    }
  },
};

/** Resolves once the transaction is done. */
async function run(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('storage failed'));
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage is closed'));
  });
}
