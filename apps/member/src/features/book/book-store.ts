import { localDatabase } from '../storage/local-database.ts';

/** What this phone keeps of the book, so that the house cannot show it another one later. */
export interface BookStore {
  read<T>(key: string): Promise<T | null>;
  /** Replaces a value by `change` of it, atomically; null removes it. */
  change<T>(key: string, change: (old: T | null) => T | null): Promise<void>;
}

const STORE = 'kept';
const database = localDatabase({
  name: 'tercet-book',
  version: 1,
  upgrade: ({ result }) => void result.createObjectStore(STORE),
});

/** In the browser's own storage. Where that is blocked, full or silent, reads are null and writes are lost. */
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
        const asked = store.get(key);
        asked.onsuccess = () => {
          const next = change((asked.result as T | undefined) ?? null);
          if (next === null) store.delete(key);
          else store.put(next, key);
        };
        return asked;
      });
    } catch {
      // What is not kept is asked for anew; nothing else depends on it.
    }
  },
};
