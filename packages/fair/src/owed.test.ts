import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from '../vectors/sum-tree.json' with { type: 'json' };
import { buildOwedTree, type OwedClaim, type OwedLeaf, owedLeafHash, verifyOwed } from './owed.ts';
import {
  buildSumTree,
  raiseSumNodes,
  SUM_MAX,
  SUM_NODE_BYTES,
  sumNodeAt,
  sumPathFault,
  sumTreePath,
} from './sum-tree.ts';

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

  test('holds up to 2^63 − 1 in every node, and not one more', () => {
    const tree = buildOwedTree('2026-11-21', [leafOf(0, SUM_MAX - 1n), leafOf(1, 1n)]);
    const [level = new Uint8Array()] = tree.levels;
    const said = { root: tree.root, total: String(SUM_MAX), leaves: 2, leaf: sumNodeAt(level, 0), index: 0 };
    expect(sumPathFault({ ...said, path: sumTreePath(tree, 0) })).toBe(null);
    for (const path of [[null], ['x'], [{}]]) expect(sumPathFault({ ...said, path: path as never })).toBe('bad-sum');
    for (const leaf of [null, 5, {}]) {
      expect(sumPathFault({ ...said, path: sumTreePath(tree, 0), leaf: leaf as never })).toBe('bad-sum');
    }
    const above = level.slice();
    new DataView(above.buffer).setBigUint64(0, SUM_MAX);
    expect(() => raiseSumNodes(above)).toThrow(RangeError);
  });

  test('of what is not nodes is refused', () => {
    expect(() => buildSumTree(new Uint8Array(41))).toThrow(TypeError);
    expect(() => sumTreePath(buildSumTree(new Uint8Array(80)), 2)).toThrow(RangeError);
    expect(() => raiseSumNodes(new Uint8Array(SUM_NODE_BYTES))).toThrow(TypeError);
    // A single node beyond the bound has no pair in which it would be noticed.
    expect(() => buildSumTree(new Uint8Array(40).fill(0xff))).toThrow(RangeError);
  });
});

function leafOf(n: number, amountMinor: bigint): OwedLeaf {
  return { userName: `member-${n}`, nonce: n.toString(16).padStart(64, '0'), split: n % 4, amountMinor };
}
