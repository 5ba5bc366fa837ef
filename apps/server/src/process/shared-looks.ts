/**
 * Looks at what is the same for all who ask with the same key. Whoever asks while a look is under way shares the next
 * one with all others: it begins after he asked, so that he sees what was written before, and however many ask at once,
 * two looks at a time are the most. Nothing is kept beyond them.
 */
export function createSharedLooks<T>(look: (key: string) => Promise<T>): (key: string) => Promise<T> {
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
