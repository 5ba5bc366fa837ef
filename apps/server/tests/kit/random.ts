/** Reproducible random numbers from a seed (mulberry32). */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** An integer from 0 to `count - 1`. */
  below(count: number): number;
  shuffled<T>(items: readonly T[]): T[];
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    shuffled(items) {
      const all = [...items];
      for (let last = all.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [all[last], all[other]] = [all[other] as (typeof all)[number], all[last] as (typeof all)[number]];
      }
      return all;
    },
  };
}
