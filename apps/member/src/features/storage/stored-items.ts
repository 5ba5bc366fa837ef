import { draftNames, readDraft, writeDraft } from '../session/drafts.ts';

export interface StoredItem {
  key: string;
  atMs: number;
}

interface Shelf<T extends StoredItem> {
  memberId: string;
  /** Prefix of the items' draft names; the item's key follows. */
  prefix: string;
  isItem(value: unknown): value is T;
  /** False for items that cannot be stored, such as files. They last until the page is closed. */
  isStored(item: T): boolean;
  onChange(): void;
}

/** A member's list that all tabs share. */
export interface StoredItems<T extends StoredItem> {
  /** Items, oldest first. The same array until something changes. */
  readonly all: readonly T[];
  /** Reads what other tabs have added, changed or removed. */
  refresh(): void;
  add(item: T): void;
  /** Changes an item; does nothing if it was removed. */
  change(key: string, change: (item: T) => T): void;
  remove(key: string): void;
  close(): void;
}

/**
 * Stores each item under its own name, so that tabs never overwrite each other's. Removals by other tabs apply here
 * too.
 *
 * Items that could not be stored last until the page is closed.
 */
export function storedItems<T extends StoredItem>(shelf: Shelf<T>): StoredItems<T> {
  const { memberId, prefix } = shelf;
  const inPageOnly = new Map<string, T>();
  /** Changes of stored items that failed because storage is full. */
  const unwritten = new Map<string, T>();
  let all: readonly T[] = [];

  function onPhone(): T[] {
    const names = draftNames(memberId, prefix, 'phone');
    // Storage became unavailable, so keep the last known items.
    if (names === null) return all.filter(({ key }) => !inPageOnly.has(key));
    const before = new Map(all.map((item) => [JSON.stringify(item), item]));
    return names
      .map((name) => readDraft<unknown>(memberId, name, 'phone'))
      .filter((item) => shelf.isItem(item))
      .map((item) => unwritten.get(item.key) ?? before.get(JSON.stringify(item)) ?? item);
  }

  function refresh(): void {
    const next = [...onPhone(), ...inPageOnly.values()].sort((a, b) => a.atMs - b.atMs || (a.key < b.key ? -1 : 1));
    if (next.length === all.length && next.every((item, index) => item === all[index])) return;
    all = next;
    shelf.onChange();
  }

  function put(item: T, of: Map<string, T>): void {
    if (shelf.isStored(item) && writeDraft(memberId, prefix + item.key, item, 'phone')) of.delete(item.key);
    else of.set(item.key, item);
    refresh();
  }

  // This event reports only writes by other tabs.
  window.addEventListener('storage', refresh);
  window.addEventListener('pageshow', refresh);
  refresh();
  return {
    get all() {
      return all;
    },
    refresh,
    add: (item) => put(item, inPageOnly),
    change(key, change) {
      refresh();
      const item = all.find((one) => one.key === key);
      if (item !== undefined) put(change(item), inPageOnly.has(key) ? inPageOnly : unwritten);
    },
    remove(key) {
      inPageOnly.delete(key);
      unwritten.delete(key);
      writeDraft(memberId, prefix + key, null, 'phone');
      refresh();
    },
    close() {
      window.removeEventListener('storage', refresh);
      window.removeEventListener('pageshow', refresh);
    },
  };
}
