/** What is used of the browser's `Storage`. */
interface BrowserStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** Texts that the browser keeps by name. Nothing here throws, whatever the browser's storage does. */
export interface TextStorage {
  /** Null where nothing is kept under this name, or storage is closed. */
  read(name: string): string | null;
  /** Null removes the text. False where storage is closed or full: what was kept before then stays. */
  write(name: string, text: string | null): boolean;
  /** Names that begin with `start`; null where storage is closed. */
  names(start: string): string[] | null;
}

/** `open` returns the storage. It may throw or return null, as browsers do that block storage. */
export function createTextStorage(open: () => BrowserStorage | null | undefined): TextStorage {
  function within<T>(act: (storage: BrowserStorage) => T, closed: T): T {
    try {
      const storage = open();
      return storage ? act(storage) : closed;
    } catch {
      return closed;
    }
  }
  return {
    read: (name) => within<string | null>((storage) => storage.getItem(name), null),
    write: (name, text) =>
      within((storage) => {
        if (text === null) storage.removeItem(name);
        else storage.setItem(name, text);
        return true;
      }, false),
    names: (start) =>
      within<string[] | null>((storage) => {
        const all = Array.from({ length: storage.length }, (_, index) => storage.key(index));
        return all.filter((name): name is string => name?.startsWith(start) ?? false);
      }, null),
  };
}

type Browser = Partial<Record<'localStorage' | 'sessionStorage', BrowserStorage | null>>;

/** Kept on this phone, and shared by all tabs of this origin. */
export const onPhone = createTextStorage(() => (globalThis as Browser).localStorage);

/** Kept as long as the tab lives. */
export const inTab = createTextStorage(() => (globalThis as Browser).sessionStorage);
