import { withinOneSecond } from './one-second-timeout.ts';

export interface LocalDatabase {
  /**
   * Runs one transaction and resolves with its result after the commit. Rejects if storage is blocked, full, deleted or
   * unresponsive for a second. The write may still happen after a rejection.
   */
  within<T>(store: string, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T>;
}

interface Layout {
  name: string;
  version: number;
  upgrade(request: IDBOpenDBRequest): void;
}

/** An IndexedDB database. Closes each connection after use, so that a newer version of the app can upgrade it. */
export function localDatabase(layout: Layout): LocalDatabase {
  return {
    within: (store, mode, act) => withinOneSecond(transact(layout, store, mode, act)),
  };
}

async function transact<T>(
  layout: Layout,
  name: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open(layout);
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = act(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('the storage transaction was aborted'));
      // The browser closes a database whose data is cleared.
      database.onclose = () => reject(new Error('the browser closed the storage'));
    });
  } finally {
    database.close();
  }
}

function open({ name, version, upgrade }: Layout): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // Throws if storage is blocked; `indexedDB` is missing in some private windows.
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage is closed'));
  });
}
