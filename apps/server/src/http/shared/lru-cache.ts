/** In-memory LRU cache by name, bounded in bytes. */
export interface LruCache<T> {
  get(name: string): T | undefined;
  /** `bytes` is the approximate size. A value larger than an eighth of the cache is not stored. */
  put(name: string, thing: T, bytes: number): void;
  bytes(): number;
}

export function createLruCache<T>(bytesMax: number): LruCache<T> {
  // A map keeps insertion order, so the first entry is the least recently used.
  const cached = new Map<string, { thing: T; bytes: number }>();
  let total = 0;

  function drop(name: string): void {
    total -= cached.get(name)?.bytes ?? 0;
    cached.delete(name);
  }

  return {
    get(name) {
      const found = cached.get(name);
      if (!found) return undefined;
      cached.delete(name);
      cached.set(name, found);
      return found.thing;
    },
    put(name, thing, bytes) {
      drop(name);
      if (bytes > bytesMax / 8) return;
      cached.set(name, { thing, bytes });
      total += bytes;
      for (const oldest of cached.keys()) {
        if (total <= bytesMax) break;
        drop(oldest);
      }
    },
    bytes: () => total,
  };
}
