/**
 * Single-flight: concurrent callers with the same key share one read. A caller during a read shares the next one, which
 * starts afterwards, so each caller sees what was written before the call. At most two reads per key exist at once; no
 * result is cached.
 */
export function createSingleFlight<T>(look: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();

  function begin(key: string): Promise<T> {
    next.delete(key);
    const looked = look(key).finally(() => {
      if (running.get(key) === looked) running.delete(key);
    });
    running.set(key, looked);
    return looked;
  }

  return (key) => {
    const waiting = next.get(key);
    if (waiting) return waiting;
    const under = running.get(key);
    if (!under) return begin(key);
    const one = under.then(
      () => begin(key),
      () => begin(key),
    );
    next.set(key, one);
    return one;
  };
}
