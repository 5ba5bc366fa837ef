import { localDatabase } from '../storage/local-database.ts';

/** What this phone stores of the book, so that the house cannot later show it a different one. */
export interface BookStore {
  read<T>(key: string): Promise<T | null>;
  /** Replaces a value by `change` of it, atomically; null deletes it. */
  change<T>(key: string, change: (old: T | null) => T | null): Promise<void>;
}

const STORE = 'kept';
const database = localDatabase({
  name: 'tercet-book',
  version: 1,
  upgrade: ({ result }) => void result.createObjectStore(STORE),
});

/** Uses IndexedDB. If that is blocked, full or unresponsive, reads return null and writes are lost. */
export const browserStore: BookStore = {
  async read<T>(key: string) {
    try {
      return ((await database.within(STORE, 'readonly', (store) => store.get(key))) as T | undefined) ?? null;
    } catch {
      return null;
    }
  },
  async change<T>(key: string, change: (old: T | null) => T | null) {
    try {
      await database.within(STORE, 'readwrite', (store) => {
        const request = store.get(key);
        request.onsuccess = () => {
          const next = change((request.result as T | undefined) ?? null);
          if (next === null) store.delete(key);
          else store.put(next, key);
        };
        return request;
      });
    } catch {
      // Lost values are read from the house again; nothing else depends on them.
    }
  },
};
