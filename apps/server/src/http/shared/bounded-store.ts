/** Things by name in memory, of which those go first that nobody has asked for the longest. */
export interface BoundedStore<T> {
  get(name: string): T | undefined;
  /** `bytes` is about what it takes. What takes more than an eighth of the whole is not kept. */
  put(name: string, thing: T, bytes: number): void;
  bytes(): number;
}

export function createBoundedStore<T>(bytesMax: number): BoundedStore<T> {
  // A map keeps the order in which names came in: the first is the one that was not asked for the longest.
  const kept = new Map<string, { thing: T; bytes: number }>();
  let total = 0;

  function drop(name: string): void {
    total -= kept.get(name)?.bytes ?? 0;
    kept.delete(name);
  }

  return {
    get(name) {
      const found = kept.get(name);
      if (!found) return undefined;
      kept.delete(name);
      kept.set(name, found);
      return found.thing;
    },
    put(name, thing, bytes) {
      drop(name);
      if (bytes > bytesMax / 8) return;
      kept.set(name, { thing, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= bytesMax) break;
        drop(oldest);
      }
    },
    bytes: () => total,
  };
}
