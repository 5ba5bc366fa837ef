import type { FilmStore } from './film-store.ts';

/** A cache of film files; concurrent readers share one read. */
export interface FileCache {
  /** Null if there is no such file. */
  get(path: string): Promise<Uint8Array | null>;
}

/** In-memory LRU cache of film files, bounded in bytes. Film files are immutable, so entries never expire. */
export function createFileCache(store: Pick<FilmStore, 'get'>, bytesMax: number): FileCache {
  const kept = new Map<string, Uint8Array>();
  const asked = new Map<string, Promise<Uint8Array | null>>();
  let bytes = 0;

  function keep(path: string, file: Uint8Array): void {
    if (file.length > bytesMax / 4) return;
    kept.set(path, file);
    bytes += file.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= bytesMax) return;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  async function read(path: string): Promise<Uint8Array | null> {
    const file = await store.get(path);
    if (file !== null && !kept.has(path)) keep(path, file);
    return file;
  }

  return {
    async get(path) {
      const found = kept.get(path);
      if (found) {
        // A map keeps insertion order: re-insert, so that this entry is evicted last.
        kept.delete(path);
        kept.set(path, found);
        return found;
      }
      const running = asked.get(path) ?? read(path).finally(() => asked.delete(path));
      asked.set(path, running);
      return running;
    },
  };
}
