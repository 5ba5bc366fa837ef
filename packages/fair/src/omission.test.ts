import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Change, changed, changesOf, isBetter, isOmission, nameOf, type Subject } from '../tests/omission.ts';
import { subjects } from '../tests/omission-subjects.ts';
import { fewOr } from '../tests/sample.ts';

/*
 * The omission law: removing, emptying, shortening or swapping any part of an honest bundle, or any two, never gives a
 * better verdict, and never a final one that the whole bundle did not have. `npm test` tries some pairs, `npm run
 * test:long` many, and `OMISSION_PAIRS=all` every one.
 */

// The same few signatures are verified some ten thousand times.
vi.mock('@noble/curves/ed25519.js', async (original) => {
  const module = await original<typeof import('@noble/curves/ed25519.js')>();
  const known = new Map<string, boolean>();
  const verify: typeof module.ed25519.verify = (signature, message, key, options) => {
    const name = [signature, message, key].map((bytes) => Buffer.from(bytes).toString('base64')).join(' ');
    const valid = known.get(name) ?? module.ed25519.verify(signature, message, key, options);
    known.set(name, valid);
    return valid;
  };
  return { ...module, ed25519: { ...module.ed25519, verify } };
});
vi.mock('./beacon.ts', async (original) => {
  const module = await original<typeof import('./beacon.ts')>();
  const known = new Map<string, boolean>();
  const remember = (chain: unknown, round: number, signature: unknown, verify: () => boolean): boolean => {
    const name = JSON.stringify([chain, round, signature]);
    const valid = known.get(name) ?? verify();
    known.set(name, valid);
    return valid;
  };
  const verifyBeaconRound: typeof module.verifyBeaconRound = (chain, round, signature) =>
    remember(chain, round, signature, () => module.verifyBeaconRound(chain, round, signature));
  const verifyBeaconRounds: typeof module.verifyBeaconRounds = (chain, rounds) =>
    rounds.map(({ round, signature }) => verifyBeaconRound(chain, round, signature));
  return { ...module, verifyBeaconRound, verifyBeaconRounds };
});

const ALL_PAIRS = process.env.OMISSION_PAIRS === 'all';
const PAIRS = fewOr(40, 1_000);
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
    expect(changes.flatMap((change) => betterOf(subject, whole, [change]) ?? [])).toEqual([]);
  });

  test('what is left out is missing, and refutes nothing', () => {
    const omissions = changes.filter((change) => isOmission(subject, change));
    expect(omissions.length).toBeGreaterThan(5);
    expect(omissions.filter((change) => subject.judge(changed(subject, [change])) === 'breach').map(nameOf)).toEqual(
      [],
    );
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
