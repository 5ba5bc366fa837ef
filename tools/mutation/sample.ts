import { hash } from 'node:crypto';
import { keyOf, type MutantKey } from './mutant.ts';

/** Why a mutant was not run. */
export const OUTSIDE = 'outside of the sample';

const DIGITS = 12;

/**
 * Whether a mutant is in a sample of `percent`; null means all mutants. A hash decides, so that a sample is repeatable
 * and contains all smaller ones.
 */
export function isInSample(mutant: MutantKey, percent: number | null): boolean {
  if (percent === null) return true;
  return Number.parseInt(hash('sha256', keyOf(mutant)).slice(0, DIGITS), 16) < (percent / 100) * 16 ** DIGITS;
}
