import { randomFillSync } from 'node:crypto';
import { OWED_SPLITS, SUM_MAX } from '@tercet/fair';

const U64 = 2n ** 64n;
/** Below this, amounts use doubles, which are exact and much faster than bigint. */
const EXACT = 2 ** 53;

/** Random numbers from the system's generator, read in pages. */
export class RandomWords {
  readonly #page = new Uint32Array(16_384);
  #used = this.#page.length;

  /** 32 random bits. */
  next(): number {
    if (this.#used === this.#page.length) {
      randomFillSync(this.#page);
      this.#used = 0;
    }
    return this.#page[this.#used++] as number;
  }

  /** Uniform number from 0 to `bound` (exclusive, at most 2^53). */
  below(bound: number): number {
    const limit = EXACT - (EXACT % bound);
    for (;;) {
      const word = (this.next() >>> 11) * 2 ** 32 + this.next();
      if (word < limit) return word % bound;
    }
  }

  /** Same, for a bound of up to 2^64. */
  belowBig(bound: bigint): bigint {
    const limit = U64 - (U64 % bound);
    for (;;) {
      const word = (BigInt(this.next()) << 32n) | BigInt(this.next());
      if (word < limit) return word % bound;
    }
  }
}

/**
 * Splits `whole` into four amounts, as by three uniform cut points. Throws a RangeError if it is negative or exceeds
 * 2^63 − 1.
 */
export function splitAmount(whole: bigint, words: RandomWords): bigint[] {
  if (whole < 0n || whole > SUM_MAX) throw new RangeError('amount outside 0 … 2^63 − 1');
  if (whole >= BigInt(EXACT)) return splitBig(whole, words);
  const most = Number(whole);
  const cuts = [words.below(most + 1), words.below(most + 1), words.below(most + 1)].sort((a, b) => a - b);
  return [...cuts, most].map((cut, n) => BigInt(cut - (cuts[n - 1] ?? 0)));
}

function splitBig(whole: bigint, words: RandomWords): bigint[] {
  const cuts = Array.from({ length: OWED_SPLITS - 1 }, () => words.belowBig(whole + 1n));
  cuts.sort((a, b) => (a < b ? -1 : Number(a > b)));
  return [...cuts, whole].map((cut, n) => cut - (cuts[n - 1] ?? 0n));
}

/** Random permutation of 0 to `count` − 1 (Fisher–Yates). */
export function randomOrder(count: number, words: RandomWords = new RandomWords()): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, n) => n);
  for (let n = count - 1; n > 0; n--) {
    const other = words.below(n + 1);
    const stored = order[n] as number;
    order[n] = order[other] as number;
    order[other] = stored;
  }
  return order;
}
