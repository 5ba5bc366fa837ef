import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Change, changed, changesOf, isBetter, isOmission, nameOf, type Subject } from '../tests/omission.ts';
import { subjects } from '../tests/omission-subjects.ts';
import { fewOr, sampleOf } from '../tests/sample.ts';

/*
 * The omission law: removing, emptying, shortening or swapping any part of an honest bundle, or any two, never gives a
 * better verdict, and never a final one that the whole bundle did not have. `npm test` tries some parts and pairs of
 * every kind of bundle, `npm run test:long` every part and many pairs, and `OMISSION_PAIRS=all` every pair.
 */

const ALL_PAIRS = process.env.OMISSION_PAIRS === 'all';
/** Of the parts of a bundle, so many are changed in `npm test`. */
const PARTS_TRIED = 30;
const PAIRS = fewOr(15, 1_000);
const PAIRS_MS_MAX = 600_000;
const all = subjects();

function betterOf(subject: Subject, whole: ReturnType<Subject['judge']>, changes: readonly Change[]): string | null {
  const bundle = changed(subject, changes);
  if (bundle === null) return null;
  const verdict = subject.judge(bundle);
  return isBetter(verdict, whole) ? `${changes.map(nameOf).join(' and ')}: ${verdict}` : null;
}

test('the kinds of bundles have the verdicts that they should', () => {
  const verdicts = Object.fromEntries(all.map(({ name, whole, judge }) => [name, judge(structuredClone(whole))]));
  expect(verdicts).toMatchObject({
    'a receipt, 3 witnesses, public beacon': 'verified',
    'a draw, 3 witnesses, public beacon': 'verified',
    'a draw, 1 witnesses, public beacon': 'time-not-proven',
    'a draw, 3 witnesses, local beacon': 'time-not-proven',
    'a void, 3 witnesses, public beacon': 'void',
    'a void, 0 witnesses, local beacon': 'void-time-not-proven',
    'a draw not due yet, 3 witnesses, public beacon': 'pending',
    'a seal not due yet, 0 witnesses, local beacon': 'pending',
    'a late draw, 3 witnesses, public beacon': 'overdue',
    'what is owed, 3 witnesses': 'verified',
    'what is owed, 0 witnesses': 'time-not-proven',
    'the book, 3 witnesses': 'time-not-proven',
    'a day, 0 witnesses': 'time-not-proven',
  });
  expect(all.length).toBeGreaterThan(50);
  expect(Object.values(verdicts)).not.toContain('breach');
  expect(Object.values(verdicts)).not.toContain('incomplete');
});

describe.each(all)('of $name', (subject) => {
  const whole = subject.judge(structuredClone(subject.whole));
  const changes = changesOf(subject);

  test('no change of one part gives a better verdict', () => {
    expect(changes.length).toBeGreaterThan(50);
    const tried = sampleOf(changes, PARTS_TRIED);
    expect(tried.flatMap((change) => betterOf(subject, whole, [change]) ?? [])).toEqual([]);
  });

  test('what is left out is missing, and refutes nothing', () => {
    const omissions = changes.filter((change) => isOmission(subject, change));
    expect(omissions.length).toBeGreaterThan(5);
    const tried = sampleOf(omissions, PARTS_TRIED / 2);
    expect(tried.filter((change) => subject.judge(changed(subject, [change])) === 'breach').map(nameOf)).toEqual([]);
  });

  test('no change of two parts does', { timeout: PAIRS_MS_MAX }, () => {
    if (ALL_PAIRS) {
      const pairs = changes.flatMap((first, index) => changes.slice(index + 1).map((second) => [first, second]));
      expect(pairs.flatMap((pair) => betterOf(subject, whole, pair) ?? [])).toEqual([]);
      return;
    }
    const one = fc.constantFrom(...changes);
    fc.assert(
      fc.property(one, one, (first, second) => {
        expect(betterOf(subject, whole, [first, second])).toBeNull();
      }),
      { numRuns: PAIRS },
    );
  });
});
