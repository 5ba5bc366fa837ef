/**
 * Compares counted draws with fair dice: chi-square, confidence bands and returns. Pure functions. All use doubles,
 * except for returns, which are exact.
 */
import { sumOf } from './bet-codes.ts';
import { type Fraction, fraction, OUTCOMES, SUM_WAYS } from './bets.ts';
import type { Dice } from './draw.ts';

/** Fewest draws for a verdict: the number of outcomes of three dice. */
export const SAMPLE_MIN = OUTCOMES;
/** p-value below which a sample is called unlikely. One fair sample in a thousand is. */
export const UNLIKELY_P = 0.001;
/** Joint confidence of the bands: the probability, at least, that every count of a fair sample lies inside its band. */
export const BAND_CONFIDENCE = 0.99;
/** Chi-square is an approximation that holds where each cell expects at least this many (Cochran 1954). */
const EXPECTED_MIN = 5;
/** Probability below which a term adds nothing to a double. */
const NEGLIGIBLE = 1e-20;
const TERMS_MAX = 100_000;

/** How often each sum from 3 (index 0) to 18 (index 15) and each face from 1 (index 0) to 6 was thrown. */
export interface DrawCounts {
  draws: number;
  sums: readonly number[];
  faces: readonly number[];
}

/** `p`: how often a fair sample is at least as uneven. `cells`: number of cells compared, after pooling. */
export interface ChiSquare {
  statistic: number;
  degrees: number;
  cells: number;
  p: number;
}

export type SampleVerdict = 'fits' | 'unlikely' | 'too-few';

/** One sum's count, its expected count, and the range that chance explains. */
export interface SumBand {
  sum: number;
  count: number;
  expected: number;
  low: number;
  high: number;
}

/** Counts sums and faces. Throws a RangeError on invalid dice. */
export function countDraws(draws: Iterable<Dice>): DrawCounts {
  const sums = new Array<number>(SUM_WAYS.length).fill(0);
  const faces = [0, 0, 0, 0, 0, 0];
  let count = 0;
  for (const dice of draws) {
    const index = sumOf(dice) - 3;
    sums[index] = (sums[index] ?? 0) + 1;
    for (const die of dice) faces[die - 1] = (faces[die - 1] ?? 0) + 1;
    count += 1;
  }
  return { draws: count, sums, faces };
}

/** The 16 sums against their ways out of 216. Null while there are too few draws to compare two cells. */
export function chiSquareOfSums({ draws, sums }: DrawCounts): ChiSquare | null {
  return chiSquare(
    sums,
    SUM_WAYS.map((ways) => (draws * ways) / OUTCOMES),
  );
}

/** The six faces of all dice, against a sixth each. Null as above. */
export function chiSquareOfFaces({ draws, faces }: DrawCounts): ChiSquare | null {
  return chiSquare(
    faces,
    faces.map((_, __, { length }) => (3 * draws) / length),
  );
}

/**
 * Pearson's test of counts against expectations: Σ (observed − expected)² / expected, with one degree of freedom less
 * than cells. Pools neighbouring cells until each expects at least 5. Null where fewer than two are left. Throws a
 * RangeError unless both lists have one length and hold finite numbers from 0 up.
 */
export function chiSquare(observed: readonly number[], expected: readonly number[]): ChiSquare | null {
  if (observed.length !== expected.length) throw new RangeError('one expectation for each count');
  if (![...observed, ...expected].every((value) => Number.isFinite(value) && value >= 0)) {
    throw new RangeError('counts and expectations are finite and from 0 up');
  }
  const cells = pool(observed, expected);
  if (cells.length < 2) return null;
  const statistic = cells.reduce((sum, cell) => sum + (cell.observed - cell.expected) ** 2 / cell.expected, 0);
  const degrees = cells.length - 1;
  return { statistic, degrees, cells: cells.length, p: chiSquareTail(statistic, degrees) };
}

interface Cell {
  observed: number;
  expected: number;
}

/** Pools cells from the left; a last cell that is too small joins the one before. */
function pool(observed: readonly number[], expected: readonly number[]): Cell[] {
  const cells: Cell[] = [];
  let open: Cell = { observed: 0, expected: 0 };
  for (const [index, count] of observed.entries()) {
    open = { observed: open.observed + count, expected: open.expected + (expected[index] ?? 0) };
    if (open.expected < EXPECTED_MIN) continue;
    cells.push(open);
    open = { observed: 0, expected: 0 };
  }
  const last = cells.pop();
  if (last === undefined) return [];
  return [...cells, { observed: last.observed + open.observed, expected: last.expected + open.expected }];
}

/** Probability that chi-square is at least `statistic`: Q(degrees/2, statistic/2). */
export function chiSquareTail(statistic: number, degrees: number): number {
  if (!Number.isSafeInteger(degrees) || degrees < 1) throw new RangeError('degrees of freedom are from 1 up');
  if (Number.isNaN(statistic) || statistic < 0) throw new RangeError('chi-square is from 0 up');
  if (statistic === 0) return 1;
  if (statistic === Number.POSITIVE_INFINITY) return 0;
  const [a, x] = [degrees / 2, statistic / 2];
  // x^a · e^−x / Γ(a), in logarithms because each factor alone may overflow.
  const scale = Math.exp(a * Math.log(x) - x - lnGammaOfHalves(degrees));
  const tail = x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
  return Math.min(1, Math.max(0, tail));
}

/** P(a, x) / scale = Σ xⁿ / (a (a+1) … (a+n)), NIST DLMF 8.11.4. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < TERMS_MAX && term > sum * Number.EPSILON; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** Q(a, x) / scale by the even part of the continued fraction NIST DLMF 8.9.2, by Lentz's method. */
function upperFraction(a: number, x: number): number {
  const tiny = Number.MIN_VALUE / Number.EPSILON;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < TERMS_MAX; n++) {
    const factor = n * (a - n);
    b += 2;
    d = 1 / (factor * d + b || tiny);
    c = b + factor / c || tiny;
    value *= c * d;
    if (Math.abs(c * d - 1) <= Number.EPSILON) break;
  }
  return value;
}

/** ln Γ(n/2), from Γ(1/2) = √π, Γ(1) = 1 and Γ(z + 1) = z · Γ(z). */
function lnGammaOfHalves(n: number): number {
  let sum = n % 2 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let half = n % 2 === 0 ? 2 : 1; half < n; half += 2) sum += Math.log(half / 2);
  return sum;
}

/** The verdict of a test on a number of draws. */
export function verdictOf(draws: number, test: ChiSquare | null): SampleVerdict {
  if (draws < SAMPLE_MIN || test === null) return 'too-few';
  return test.p < UNLIKELY_P ? 'unlikely' : 'fits';
}

/**
 * The band of each sum: exact binomial quantiles. Each sum gets a sixteenth of the allowed error (Bonferroni). All
 * sixteen of a fair sample therefore lie inside in at least 99 of 100 samples.
 */
export function sumBands({ draws, sums }: DrawCounts): SumBand[] {
  const outside = (1 - BAND_CONFIDENCE) / SUM_WAYS.length;
  const bands = new Map<number, readonly [number, number]>();
  return SUM_WAYS.map((ways, index) => {
    const band = bands.get(ways) ?? binomialBand(draws, ways / OUTCOMES, outside);
    bands.set(ways, band);
    const [low, high] = band;
    return { sum: index + 3, count: sums[index] ?? 0, expected: (draws * ways) / OUTCOMES, low, high };
  });
}

/**
 * The narrowest [low, high] with P(X < low) ≤ outside/2 and P(X > high) ≤ outside/2 for a binomial X. Throws a
 * RangeError unless n is a whole number from 0 up and 0 < chance < 1.
 */
export function binomialBand(n: number, chance: number, outside: number): readonly [number, number] {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError('n is a whole number from 0 up');
  if (!(chance > 0 && chance < 1)) throw new RangeError('a chance lies between 0 and 1');
  const { from, weights } = binomialWeights(n, chance);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const allowed = (outside / 2) * total;
  return [from + leftOut(weights, allowed), from + weights.length - 1 - leftOut([...weights].reverse(), allowed)];
}

/** Number of leading weights whose sum is at most `allowed`. */
function leftOut(weights: readonly number[], allowed: number): number {
  let sum = 0;
  let count = 0;
  for (const weight of weights) {
    sum += weight;
    if (sum > allowed) return count;
    count += 1;
  }
  return Math.max(0, count - 1);
}

/** Probabilities around the mode, relative to that of the mode. Omits negligible ones. */
function binomialWeights(n: number, chance: number): { from: number; weights: number[] } {
  const mode = Math.min(n, Math.floor((n + 1) * chance));
  const odds = chance / (1 - chance);
  const below: number[] = [];
  const above: number[] = [];
  for (let k = mode, weight = 1; k > 0; k--) {
    weight *= k / ((n - k + 1) * odds);
    if (weight < NEGLIGIBLE) break;
    below.push(weight);
  }
  for (let k = mode, weight = 1; k < n; k++) {
    weight *= ((n - k) * odds) / (k + 1);
    if (weight < NEGLIGIBLE) break;
    above.push(weight);
  }
  return { from: mode - below.length, weights: [...below.reverse(), 1, ...above] };
}

/**
 * Paid divided by staked over all rows, exact. Null where nothing was staked. Throws a RangeError on a negative sum.
 */
export function realisedRtp(rows: Iterable<{ stakedMinor: bigint; paidMinor: bigint }>): Fraction | null {
  let [staked, paid] = [0n, 0n];
  for (const { stakedMinor, paidMinor } of rows) {
    if (stakedMinor < 0n || paidMinor < 0n) throw new RangeError('sums are from 0 up');
    staked += stakedMinor;
    paid += paidMinor;
  }
  return staked === 0n ? null : fraction(paid, staked);
}
