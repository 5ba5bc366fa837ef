import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOG, ORIGIN, OTHER_LOG, TestBook, WITNESSES } from '../tests/book-kit.ts';
import vectors from '../vectors/sum-tree.json' with { type: 'json' };
import { encodeEntry, entryHash } from './entries.ts';
import { buildOwedTree, type OwedClaim, type OwedLeaf, owedLeafHash, verifyOwed } from './owed.ts';
import { OWED_FORMAT, type OwedFile, type OwedKnown, verifyOwedFile } from './owed-file.ts';
import { buildSumTree, SUM_MAX, SUM_NODE_BYTES, sumNodeAt, sumPathFault, sumTreePath } from './sum-tree.ts';

const nativeHash = (bytes: Uint8Array): string => hash('sha256', bytes, 'binary');

function leavesOf(given: readonly { userName: string; nonce: string; split: number; amountMinor: string }[]) {
  return given.map(({ amountMinor, ...leaf }): OwedLeaf => ({ ...leaf, amountMinor: BigInt(amountMinor) }));
}

/** The claim with some fields changed, each named by its path, such as `splits.1.amountMinor`. */
function changed(claim: OwedClaim, changes: Record<string, unknown>): OwedClaim {
  const copy = structuredClone(claim);
  for (const [way, value] of Object.entries(changes)) {
    const steps = way.split('.');
    const last = steps.pop() ?? '';
    const holder = steps.reduce(
      (at, name) => at[name] as Record<string, unknown>,
      copy as unknown as Record<string, unknown>,
    );
    holder[last] = value;
  }
  return copy;
}

const owed = vectors.owed as OwedClaim[];
const base = owed.find(({ userName }) => userName === vectors.cheats.of) as OwedClaim;

describe('against another implementation', () => {
  test.each(vectors.trees)('tree: $name', ({ date, leaves, leafHashes, paddedLeaves, root, total }) => {
    const given = leavesOf(leaves);
    expect(given.map((leaf) => owedLeafHash(date, leaf))).toEqual(leafHashes);
    for (const hashText of [undefined, nativeHash]) {
      const tree = buildOwedTree(date, given, hashText);
      expect({ root: tree.root, total: String(tree.total), leaves: tree.leaves }).toEqual({
        root,
        total,
        leaves: paddedLeaves,
      });
    }
  });

  test.each(owed)('owed: $userName', (claim) => {
    expect(verifyOwed(claim)).toBe(null);
  });

  test.each(vectors.refused)('not built: $name', ({ date, leaves, thrown }) => {
    expect(() => buildOwedTree(date, leavesOf(leaves))).toThrow({ TypeError, RangeError }[thrown]);
  });
});

describe('a cheat is caught', () => {
  test.each(vectors.cheats.cases)('$name: $fault', ({ fault, changes }) => {
    expect(verifyOwed(changed(base, changes as Record<string, unknown>))).toBe(fault);
  });

  test('whatever is changed in a file, and however', () => {
    const ways = waysOf(base);
    fc.assert(
      fc.property(fc.constantFrom(...ways), fc.nat(), fc.anything(), (way, noise, anything) => {
        const before = way.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], base);
        for (const value of [mutated(before, noise), anything]) {
          const claim = changed(base, { [way]: value });
          const isSame = JSON.stringify(claim) === JSON.stringify(base);
          expect([way, value, verifyOwed(claim) === null]).toEqual([way, value, isSame]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a house that counts a member for less has another root, whatever it puts on the way up', () => {
    const honest = leavesOf(vectors.trees.at(-1)?.leaves ?? []);
    const less = honest.map((leaf, at) => (at === 0 ? { ...leaf, amountMinor: leaf.amountMinor - 1n } : leaf));
    const tree = buildOwedTree(base.date, less);
    const claim = { ...base, root: tree.root, total: String(tree.total) };
    const splits = base.splits.map((split) => ({ ...split, path: sumTreePath(tree, split.index) }));
    expect(tree.total).toBe(BigInt(base.total) - 1n);
    expect(verifyOwed({ ...claim, splits })).toBe('other-root');
  });
});

/** The paths of every value of a file that is not an object. */
function waysOf(value: unknown, way = ''): string[] {
  if (typeof value !== 'object' || value === null) return [way.slice(1)];
  return Object.entries(value).flatMap(([name, inner]) => waysOf(inner, `${way}.${name}`));
}

function mutated(value: unknown, noise: number): unknown {
  if (typeof value === 'number') return value + (noise % 9) - 4;
  const text = String(value);
  const at = noise % Math.max(text.length, 1);
  return `${text.slice(0, at)}${'0123456789abcdef-'[noise % 17]}${text.slice(at + 1)}`;
}

describe('a sum tree', () => {
  const amounts = fc.array(fc.oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, SUM_MAX / 40n)), { maxLength: 40 });

  test('of any size: every leaf has its path, the total is the sum, padding owes nothing', () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const leaves = all.map((amountMinor, n) => leafOf(n, amountMinor));
        const tree = buildOwedTree('2026-11-21', leaves);
        expect(tree.total).toBe(all.reduce((sum, amount) => sum + amount, 0n));
        expect(tree.leaves).toBe(2 ** Math.ceil(Math.log2(Math.max(1, all.length))));
        const said = { root: tree.root, total: String(tree.total), leaves: tree.leaves };
        for (let index = 0; index < tree.leaves; index++) {
          const leaf = sumNodeAt(tree.levels[0]!, index);
          if (index >= all.length) expect(leaf).toEqual({ hash: '00'.repeat(32), sum: '0' });
          expect(sumPathFault({ ...said, leaf, index, path: sumTreePath(tree, index) })).toBe(null);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('is the same in pieces: subtrees of a power of two joined above', () => {
    const leaves = Array.from({ length: 37 }, (_, n) => leafOf(n, BigInt(n * n)));
    const whole = buildOwedTree('2026-11-21', leaves);
    const packed = whole.levels[0]!;
    const piece = 8 * SUM_NODE_BYTES;
    const tops = Array.from({ length: packed.length / piece }, (_, n) => {
      return buildSumTree(packed.subarray(n * piece, (n + 1) * piece)).levels.at(-1)!;
    });
    const above = buildSumTree(new Uint8Array(Buffer.concat(tops)));
    expect([above.root, above.total]).toEqual([whole.root, whole.total]);
  });

  test('of what is not nodes is refused', () => {
    expect(() => buildSumTree(new Uint8Array(41))).toThrow(TypeError);
    expect(() => sumTreePath(buildSumTree(new Uint8Array(80)), 2)).toThrow(RangeError);
    // A single node beyond the bound has no pair in which it would be noticed.
    expect(() => buildSumTree(new Uint8Array(40).fill(0xff))).toThrow(RangeError);
  });
});

function leafOf(n: number, amountMinor: bigint): OwedLeaf {
  return { userName: `member-${n}`, nonce: n.toString(16).padStart(64, '0'), split: n % 4, amountMinor };
}

describe('a member’s file', () => {
  const body = encodeEntry({
    type: 'liabilities',
    date: base.date,
    epoch: '7',
    root: base.root,
    total: base.total,
    leaves: String(base.leaves),
    turnover: [],
  });
  const entry = { seq: 9, type: 'liabilities', hash: entryHash(body), body, atMs: 0 };
  const book = new TestBook();
  book.append({ type: 'audit-head', size: '1', head: '00'.repeat(32), at: '1' });
  const index = book.bodies.push(body) - 1;
  const { proof } = book.place(index);
  const checkpointBy = (count: number, log = LOG) =>
    book.copy(log).checkpoint(
      1,
      WITNESSES.slice(0, count).map((witness) => ({ witness, at: 1 })),
    ).note;
  const inBook = { index, proof, checkpoint: checkpointBy(2) };
  const file: OwedFile = { format: OWED_FORMAT, ...base, entry, inBook };
  const policy = { witnesses: WITNESSES.map(({ vkey }) => vkey), quorum: 2 };
  const known: OwedKnown = {
    userName: base.userName,
    owedMinor: base.owedMinor,
    entryHash: entry.hash,
    origin: ORIGIN,
    logKeys: [LOG.vkey],
    policy,
  };

  function reasons(given: unknown, more: OwedKnown = {}) {
    const { verdict, steps } = verifyOwedFile(given, { ...known, ...more });
    return [verdict, ...steps.flatMap(({ reason }) => reason ?? [])];
  }

  test('as it should be', () => {
    expect(reasons(file)).toEqual(['verified']);
    expect(reasons(JSON.parse(JSON.stringify(file)), { owedMinor: undefined })).toEqual(['incomplete', 'not-compared']);
    expect(reasons(file, { userName: undefined })).toEqual(['incomplete', 'not-compared']);
    expect(verifyOwedFile(file, { ...known, owedMinor: undefined }).missing).toEqual([
      { step: 'own', reason: 'not-compared', from: 'reader' },
    ]);
  });

  test('counts only with its place in a book whose key is pinned', () => {
    expect(reasons(file, { logKeys: undefined })).toEqual(['incomplete', 'not-pinned']);
    expect(reasons(file, { logKeys: [] })).toEqual(['incomplete', 'not-pinned']);
    expect(reasons(file, { logKeys: [OTHER_LOG.vkey] })).toEqual(['breach', 'checkpoint-key']);
    expect(reasons(file, { origin: 'other.example' })).toEqual(['breach', 'other-origin']);
    const { inBook: _, ...unplaced } = file;
    for (const place of [
      undefined,
      null,
      {},
      { ...inBook, proof: [] },
      { ...inBook, proof: null },
      { ...inBook, index: null },
      { ...inBook, checkpoint: '' },
    ]) {
      expect(reasons({ ...unplaced, inBook: place })).toEqual(['incomplete', 'no-place']);
    }
    expect(reasons({ ...file, inBook: { ...inBook, index: 0 } })).toEqual(['breach', 'not-in-book']);
    expect(reasons({ ...file, inBook: { ...inBook, proof: ['zz'] } })).toEqual(['breach', 'not-in-book']);
  });

  test('is shown to everybody alike only where three witnesses saw it', () => {
    expect(reasons({ ...file, inBook: { ...inBook, checkpoint: checkpointBy(1) } })).toEqual([
      'incomplete',
      'not-witnessed',
    ]);
    const gaps = (witnesses: number, quorum: number) => {
      const given = { witnesses: policy.witnesses.slice(0, witnesses), quorum };
      const { verdict, timeGaps } = verifyOwedFile(file, { ...known, policy: given });
      return [verdict, ...timeGaps];
    };
    expect(gaps(3, 2)).toEqual(['verified']);
    expect(gaps(2, 2)).toEqual(['time-not-proven', 'few-witnesses']);
    expect(gaps(0, 0)).toEqual(['time-not-proven', 'no-witnesses']);
    expect(verifyOwedFile(file, { ...known, policy: undefined })).toMatchObject({
      verdict: 'incomplete',
      missing: [{ step: 'place', reason: 'no-policy', from: 'house' }],
    });
  });

  test('without its entry is pending until one o’clock, then incomplete', () => {
    const due = Date.parse(`${base.date}T01:00:00Z`);
    const { inBook: _, ...unplaced } = file;
    for (const early of [{ ...unplaced, entry: null }, unplaced]) {
      expect(reasons(early, { nowMs: due - 1 })[0]).toBe('pending');
      expect(reasons(early, { nowMs: due })[0]).toBe('incomplete');
      expect(reasons(early)[0]).toBe('incomplete');
    }
    expect(reasons({ ...unplaced, entry: null })).toEqual(['incomplete', 'no-entry', 'blocked']);
    expect(reasons({ ...file, entry: { ...entry, hash: '' } })).toEqual(['incomplete', 'no-entry']);
    expect(reasons({ ...file, entry: { ...entry, body: '' } })).toEqual(['incomplete', 'no-entry', 'blocked']);
    expect(reasons(unplaced, { nowMs: due - 1, owedMinor: undefined })[0]).toBe('incomplete');
  });

  test('of somebody else, of another day, of another balance', () => {
    expect(reasons(file, { userName: 'noor' })).toEqual(['breach', 'other-name']);
    expect(reasons(file, { date: '2026-11-22' })).toEqual(['breach', 'other-date']);
    expect(reasons(file, { owedMinor: '100258' })).toEqual(['breach', 'other-balance']);
  });

  test('whose entry says something else, or is not the one in the book', () => {
    const other = (fields: object) => {
      const text = encodeEntry({ ...JSON.parse(body), ...fields });
      return { ...file, entry: { ...entry, body: text, hash: entryHash(text) } };
    };
    const unknown = { entryHash: undefined };
    const fields = [{ date: '2026-11-22' }, { root: '00'.repeat(32) }, { total: '1' }, { leaves: '64' }];
    for (const field of fields) {
      expect(reasons(other(field), unknown)).toEqual(['breach', 'other-entry', 'not-in-book']);
    }
    expect(reasons(other({ epoch: '8' }))).toEqual(['breach', 'entry-hash', 'not-in-book']);
    expect(reasons(other({ epoch: '8' }), unknown)).toEqual(['breach', 'not-in-book']);
    expect(reasons({ ...file, entry: { ...entry, hash: '00'.repeat(32) } })).toEqual(['breach', 'entry-hash']);
    expect(reasons({ ...file, entry: { ...entry, body: '{}' } })).toEqual(['breach', 'bad-entry', 'not-in-book']);
  });

  test('with a split that was swapped or taken out of the tree', () => {
    const [first, ...rest] = base.splits;
    expect(reasons({ ...file, splits: rest })).toEqual(['breach', 'split-count']);
    expect(reasons({ ...file, splits: [{ ...first, amountMinor: '0' }, ...rest], owedMinor: '100007' })).toEqual([
      ...['breach', 'other-balance', 'other-root'],
    ]);
  });

  test('that is none is answered, not thrown at', () => {
    for (const bad of [null, 7, 'x', [], {}, { ...file, format: 'tercet/v2 owed' }, { ...file, splits: [null] }]) {
      expect(reasons(bad)).toEqual(['breach', 'bad-format']);
    }
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(file)), fc.anything(), (field, value) => {
        const { verdict } = verifyOwedFile({ ...file, [field]: value }, known);
        expect(verdict === 'verified').toBe(JSON.stringify({ ...file, [field]: value }) === JSON.stringify(file));
      }),
      { numRuns: 1_000 },
    );
  });
});
