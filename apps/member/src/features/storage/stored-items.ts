import { draftNames, readDraft, writeDraft } from '../session/drafts.ts';

export interface StoredItem {
  key: string;
  atMs: number;
}

interface Shelf<T extends StoredItem> {
  memberId: string;
  /** The items' drafts are called this and their key. */
  prefix: string;
  isItem(value: unknown): value is T;
  /** False for what a browser cannot keep, such as a file: it lives as long as the page. */
  isKept(item: T): boolean;
  onChange(): void;
}

/** A member's list that all tabs share. */
export interface StoredItems<T extends StoredItem> {
  /** Oldest first. The same array until something changes. */
  readonly all: readonly T[];
  /** Reads anew what other tabs have added, changed or removed. */
  refresh(): void;
  add(item: T): void;
  /** Does nothing where the item is gone. */
  change(key: string, change: (item: T) => T): void;
  remove(key: string): void;
  close(): void;
}

/**
 * Each item is kept under its own name, so that tabs never overwrite each other's. What another tab has removed is
 * gone here too. Items that the browser did not take stay as long as this page.
 */
export function storedItems<T extends StoredItem>(shelf: Shelf<T>): StoredItems<T> {
  const { memberId, prefix } = shelf;
  const inPageOnly = new Map<string, T>();
  /** Changes of kept items that a full storage did not take. */
  const unwritten = new Map<string, T>();
  let all: readonly T[] = [];

  function onPhone(): T[] {
    const names = draftNames(memberId, prefix, 'phone');
    // Storage that was closed meanwhile says nothing of what was in it.
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
    if (shelf.isKept(item) && writeDraft(memberId, prefix + item.key, item, 'phone')) of.delete(item.key);
    else of.set(item.key, item);
    refresh();
  }

  // Other tabs' writes alone are told of by this event.
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
