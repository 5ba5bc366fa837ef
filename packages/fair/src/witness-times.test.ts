import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawOf, LOG, ORIGIN, OTHER_LOG, TestBook, WITNESSES } from '../tests/book-kit.ts';
import { tableFor } from '../tests/stories.ts';
import { WitnessTimes } from './book-check.ts';

const SIZE = 6;
const table = tableFor(drawOf(29_743_210), 3);
const book = new TestBook();
for (let size = 0; size < SIZE; size++) {
  book.append({ type: 'audit-head', size: String(size), head: '00'.repeat(32), at: '1' });
}

/** A checkpoint of so many entries, and the second at which each witness saw it; null: it did not. */
interface Seen {
  size: number;
  at: readonly (number | null)[];
}

function noteOf({ size, at }: Seen, of = book): string {
  const cosigned = WITNESSES.flatMap((witness, index) => {
    const second = at[index] ?? null;
    return second === null ? [] : [{ witness, at: second }];
  });
  return of.checkpoint(0, cosigned, size).note;
}

function timesOf(seen: readonly Seen[], logKeys = [LOG.vkey]): WitnessTimes {
  return new WitnessTimes({ origin: ORIGIN, logKeys, witnessed: seen.map((one) => noteOf(one)) });
}

/** The second-earliest second, for a quorum of two. */
function metAt({ at }: Seen): number {
  return at.filter((second) => second !== null).sort((a, b) => a - b)[1] ?? Number.POSITIVE_INFINITY;
}

const second = fc.option(fc.integer({ min: 1, max: 9 }));
const checkpoints = fc.uniqueArray(
  fc.record({ size: fc.integer({ min: 1, max: SIZE }), at: fc.tuple(second, second, second) }),
  { maxLength: 5, selector: ({ size }) => size },
);

test('an entry was seen when the first checkpoint with it met the policy', () => {
  fc.assert(
    fc.property(checkpoints, (seen) => {
      const times = timesOf(seen);
      for (let seq = 0; seq <= SIZE; seq++) {
        const earliest = Math.min(...seen.filter(({ size }) => size > seq).map(metAt));
        expect(times.seenAt(seq, table)).toBe(Number.isFinite(earliest) ? earliest : null);
      }
    }),
    { numRuns: 60 },
  );
});

describe('a larger book', () => {
  const seen = [
    { size: 2, at: [3, 4, null] },
    { size: 5, at: [7, 8, null] },
  ];

  test('is one that a table’s witnesses saw by a second', () => {
    const times = timesOf(seen);
    // Nobody asked for the policy of a table so far.
    expect(times.hasLarger(0, 9)).toBe(false);
    times.seenAt(0, table);
    expect(times.hasLarger(4, 8)).toBe(true);
    expect(times.hasLarger(4, 7)).toBe(false);
    expect(times.hasLarger(5, 9)).toBe(false);
    expect(times.hasLarger(1, 4)).toBe(true);
    expect(times.hasLarger(1, 3)).toBe(false);
  });

  test('counts only with enough of the witnesses', () => {
    const times = timesOf([{ size: 5, at: [7, null, null] }]);
    times.seenAt(0, table);
    expect(times.hasLarger(1, 9)).toBe(false);
    times.seenAt(0, { ...table, quorum: '1' });
    expect(times.hasLarger(1, 9)).toBe(true);
  });
});

describe('a tree', () => {
  test('has the root that the book’s key signed', () => {
    const { root } = rootOf(3);
    expect(timesOf([{ size: 3, at: [] }]).rootAt(3)).toBe(root);
    expect(timesOf([{ size: 3, at: [] }]).rootAt(2)).toBeNull();
    expect(timesOf([{ size: 3, at: [] }], [OTHER_LOG.vkey]).rootAt(3)).toBeNull();
  });

  test('of one size has one root', () => {
    const fork = book.copy();
    fork.bodies[0] = fork.bodies[1] ?? '';
    const forkedBy = (...notes: string[]) =>
      new WitnessTimes({ origin: ORIGIN, logKeys: [LOG.vkey], witnessed: notes }).isForked;
    const [ours, theirs] = [noteOf({ size: 3, at: [] }), noteOf({ size: 3, at: [] }, fork)];
    expect(forkedBy(ours, theirs)).toBe(true);
    expect(forkedBy(ours, noteOf({ size: 3, at: [5, null, null] }))).toBe(false);
    expect(forkedBy(ours, noteOf({ size: 4, at: [] }, fork))).toBe(false);
    expect(forkedBy(ours, noteOf({ size: 3, at: [] }, fork.copy(OTHER_LOG)))).toBe(false);
    expect(forkedBy()).toBe(false);
  });

  function rootOf(size: number) {
    const [, , root = ''] = noteOf({ size, at: [] }).split('\n');
    return { root: Buffer.from(root, 'base64').toString('hex') };
  }
});

describe('a witness', () => {
  test('who saw less later than more contradicts their own times', () => {
    const backdated = (...seen: Seen[]) => {
      const times = timesOf(seen);
      times.seenAt(0, table);
      return times.backdated();
    };
    const early = { size: 5, at: [3, 3, null] };
    expect(backdated(early, { size: 2, at: [4, 4, null] })).toBe(WITNESSES[0]?.vkey);
    expect(backdated(early, { size: 2, at: [3, 3, null] })).toBeNull();
    expect(backdated(early, { size: 2, at: [2, 2, null] })).toBeNull();
    expect(backdated()).toBeNull();
    // Also where the first table that was asked for has nothing to say.
    const times = timesOf([early, { size: 2, at: [4, 4, null] }]);
    times.seenAt(0, { ...table, quorum: '3' });
    expect(times.backdated()).toBeNull();
    times.seenAt(0, table);
    expect(times.backdated()).toBe(WITNESSES[0]?.vkey);
  });
});
