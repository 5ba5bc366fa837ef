/**
 * How much of a long test runs. `npm test` runs a random sample of its cases, `npm run test:long` all of them
 * (`TERCET_TESTS=all`). The seed is new in each run, and printed: `TERCET_TEST_SEED` repeats a run.
 */

const ALL = process.env.TERCET_TESTS === 'all';
const SEED = Number(process.env.TERCET_TEST_SEED ?? 1);
const GOLDEN = 0x9e37_79b9;

/** `few` in `npm test`, `all` in `npm run test:long`: how many runs a property gets, for example. */
export function fewOr<Value>(few: Value, all: Value): Value {
  return ALL ? all : few;
}

/** `count` items of a list, in their order, chosen by the seed; all of them in `npm run test:long`. */
export function sampleOf<Item>(items: readonly Item[], count: number): Item[] {
  if (ALL || items.length <= count) return [...items];
  const ranked = items.map((item, index) => ({ item, index, rank: rankOf(index, items.length) }));
  const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, count);
  return chosen.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

/** A number that looks random, always the same for the seed of the run. */
function rankOf(index: number, length: number): number {
  let mixed = (SEED + Math.imul(index + 1, GOLDEN) + Math.imul(length, 0x85eb_ca6b)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
