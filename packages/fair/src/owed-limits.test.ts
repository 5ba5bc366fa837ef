import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import vectors from '../vectors/sum-tree.json' with { type: 'json' };
import { concat, lp, toHex, u16be, u64be, utf8 } from './bytes.ts';
import {
  buildOwedTree,
  type OwedClaim,
  owedLeafHash,
  owedLeafWriter,
  owedSplitsFault,
  verifyOwed,
  verifyOwedSplit,
} from './owed.ts';
import { isOwedFile, OWED_FORMAT, verifyOwedFile } from './owed-file.ts';
import { SUM_MAX, SUM_NODE_BYTES, sumNodeAt, sumTreePath } from './sum-tree.ts';

const DATE = '2026-11-21';
const nonceOf = (fill: number) => new Uint8Array(32).fill(fill);

/** The leaf hash by the protocol's formula. */
function leafOf(userName: string, nonce: Uint8Array, split: number, amount: bigint): string {
  const name = utf8(userName);
  const bytes = concat(
    ...[Uint8Array.of(0), lp('tercet/v1/owed'), lp(DATE), u16be(name.length), name, nonce],
    ...[Uint8Array.of(split), u64be(amount)],
  );
  return createHash('sha256').update(bytes).digest('hex');
}

describe('a leaf', () => {
  test('is written to its place, whoever came before', () => {
    const leaves = [
      ['mira', 1, 0, 5n],
      ['mira', 2, 3, SUM_MAX],
      ['noor', 3, 255, 0n],
      ['mira', 4, 1, 256n],
      ['é'.repeat(200), 5, 2, 7n],
      ['x'.repeat(65_535), 6, 2, 7n],
    ] as const;
    const write = owedLeafWriter(DATE);
    const nodes = new Uint8Array(leaves.length * SUM_NODE_BYTES);
    for (const [index, [name, fill, split, amount]] of leaves.entries())
      write(nodes, index, name, nonceOf(fill), split, amount);
    const expected = leaves.map(([name, fill, split, amount]) => ({
      hash: leafOf(name, nonceOf(fill), split, amount),
      sum: String(amount),
    }));
    expect(leaves.map((_leaf, index) => sumNodeAt(nodes, index))).toEqual(expected);
  });

  test.each<[string, string, Uint8Array, number, bigint, typeof TypeError | typeof RangeError]>([
    ['a name too long for its length', 'x'.repeat(65_536), nonceOf(1), 0, 1n, TypeError],
    ['a short nonce', 'mira', new Uint8Array(31), 0, 1n, TypeError],
    ['a long nonce', 'mira', new Uint8Array(33), 0, 1n, TypeError],
    ['a split below 0', 'mira', nonceOf(1), -1, 1n, RangeError],
    ['a split above a byte', 'mira', nonceOf(1), 256, 1n, RangeError],
    ['half a split', 'mira', nonceOf(1), 0.5, 1n, RangeError],
    ['a debt below 0', 'mira', nonceOf(1), 0, -1n, RangeError],
    ['a debt beyond the ledger', 'mira', nonceOf(1), 0, SUM_MAX + 1n, RangeError],
    ['a debt that is no integer', 'mira', nonceOf(1), 0, 1 as never, RangeError],
  ])('with %s is the caller’s mistake', (_what, name, nonce, split, amount, error) => {
    const write = owedLeafWriter(DATE);
    expect(() => write(new Uint8Array(SUM_NODE_BYTES), 0, name, nonce, split, amount)).toThrow(error);
  });

  test('of no day is the caller’s mistake', () => {
    for (const date of ['2026-02-30', '', '21.11.2026']) expect(() => owedLeafWriter(date)).toThrow(TypeError);
  });

  test('may have another member’s split, but no split of a member or nonce twice', () => {
    const leaf = (userName: string, fill: number, split: number) => {
      return { userName, nonce: toHex(nonceOf(fill)), split, amountMinor: 1n };
    };
    expect(buildOwedTree(DATE, [leaf('mira', 1, 0), leaf('noor', 2, 0), leaf('mira', 3, 1)]).total).toBe(3n);
    expect(() => buildOwedTree(DATE, [leaf('mira', 1, 0), leaf('mira', 2, 0)])).toThrow(TypeError);
    expect(() => buildOwedTree(DATE, [leaf('mira', 1, 0), leaf('noor', 1, 0)])).toThrow(TypeError);
  });
});

describe('a split', () => {
  const nameOf = (length: number) => 'n'.repeat(length);
  /** A tree of two members, and a part of the first. */
  function splitOf(userName: string, split = 2) {
    const leaf = { userName, nonce: toHex(nonceOf(1)), split, amountMinor: 5n };
    const tree = buildOwedTree(DATE, [{ ...leaf, userName: 'other', nonce: toHex(nonceOf(2)) }, leaf]);
    const { root, total, leaves } = tree;
    const path = sumTreePath(tree, 1);
    return { ...leaf, date: DATE, amountMinor: '5', index: 1, path, root, total: String(total), leaves };
  }

  test('is counted for a name of up to 255 characters, and splits 0 to 3', () => {
    expect(owedLeafHash(DATE, { userName: 'mira', nonce: toHex(nonceOf(1)), split: 2, amountMinor: 5n })).toBe(
      leafOf('mira', nonceOf(1), 2, 5n),
    );
    for (const name of ['a', nameOf(255), 'é']) expect(verifyOwedSplit(splitOf(name))).toBeNull();
    for (const split of [0, 3]) expect(verifyOwedSplit(splitOf('mira', split))).toBeNull();
    expect(verifyOwedSplit(splitOf('mira', 4))).toBe('bad-split');
    expect(verifyOwedSplit(splitOf(nameOf(256)))).toBe('bad-name');
  });

  test.each([
    [{ date: '2026-02-30' }, 'bad-date'],
    [{ date: null }, 'bad-date'],
    [{ userName: '' }, 'bad-name'],
    [{ userName: 5 }, 'bad-name'],
    [{ userName: 'a\ud800' }, 'bad-name'],
    [{ nonce: '00' }, 'bad-nonce'],
    [{ nonce: null }, 'bad-nonce'],
    [{ split: -1 }, 'bad-split'],
    [{ split: 4 }, 'bad-split'],
    [{ split: 1.5 }, 'bad-split'],
    [{ split: '2' }, 'bad-split'],
    [{ amountMinor: '-5' }, 'bad-amount'],
    [{ amountMinor: '05' }, 'bad-amount'],
    [{ amountMinor: 5 }, 'bad-amount'],
    [{ amountMinor: '4' }, 'other-root'],
    [{ split: 3 }, 'other-root'],
    [{ userName: 'noor' }, 'other-root'],
    [{ path: null }, 'path-length'],
  ])('with %j is not: %s', (change, fault) => {
    expect(verifyOwedSplit({ ...splitOf('mira'), ...change } as never)).toBe(fault);
  });

  test('that is malformed is refused without an exception', () => {
    for (const wrong of [null, undefined]) expect(verifyOwedSplit(wrong as never)).toBe('bad-tree');
    for (const wrong of [5, {}]) expect(verifyOwedSplit(wrong as never)).toBe('bad-date');
    for (const wrong of [null, undefined, {}]) expect(verifyOwed(wrong as never)).toMatch(/bad-tree|split-count/);
  });
});

describe('four splits', () => {
  const [claim] = vectors.owed as OwedClaim[];
  if (claim === undefined) throw new Error('no vector');
  const splits = (change: (split: OwedClaim['splits'][number], index: number) => object) =>
    owedSplitsFault({ ...claim, splits: claim.splits.map((split, index) => ({ ...split, ...change(split, index) })) });

  test('are 0 to 3, each at a place and with a nonce of its own, and add up', () => {
    expect(owedSplitsFault(claim)).toBeNull();
    expect(splits((_split, index) => ({ split: 3 - index }))).toBeNull();
    expect(splits(({ split }) => ({ split: split + 1 }))).toBe('bad-split');
    expect(splits(({ split }) => ({ split: split - 1 }))).toBe('bad-split');
    expect(splits(({ split }) => ({ split: split / 2 }))).toBe('bad-split');
    expect(splits(() => ({ split: 1 }))).toBe('split-twice');
    expect(splits(() => ({ index: 1 }))).toBe('index-twice');
    expect(splits(() => ({ nonce: '00'.repeat(32) }))).toBe('nonce-twice');
    expect(splits((_split, index) => (index === 3 ? { amountMinor: '-1' } : {}))).toBe('bad-amount');
    expect(owedSplitsFault({ ...claim, owedMinor: '-1' })).toBe('bad-amount');
    expect(owedSplitsFault({ ...claim, owedMinor: String(BigInt(claim.owedMinor) + 1n) })).toBe('other-sum');
    expect(owedSplitsFault({ ...claim, splits: claim.splits.slice(1) })).toBe('split-count');
    expect(owedSplitsFault({ ...claim, splits: [...claim.splits, ...claim.splits.slice(0, 1)] })).toBe('split-count');
    expect(owedSplitsFault({ ...claim, splits: { length: 4 } as never })).toBe('split-count');
  });
});

describe('a file', () => {
  const [claim] = vectors.owed as OwedClaim[];
  const file = { format: OWED_FORMAT, ...claim, entry: null };

  test('has an entry or none', () => {
    expect(isOwedFile(file)).toBe(true);
    expect(isOwedFile({ ...file, entry: { body: '' } })).toBe(true);
    expect(isOwedFile({ ...file, splits: [] })).toBe(true);
    for (const wrong of [null, undefined, 5, 'x', []]) expect(isOwedFile(wrong)).toBe(false);
  });

  test.each([
    { format: 'tercet/v2 owed' },
    { date: '2026-02-30' },
    { userName: 5 },
    { owedMinor: '-1' },
    { owedMinor: 5 },
    { owedMinor: String(SUM_MAX + 1n) },
    { total: '01' },
    { total: null },
    { root: 5 },
    { root: null },
    { leaves: 1.5 },
    { leaves: '8' },
    { splits: null },
    { splits: {} },
    { splits: [null] },
    { splits: ['x'] },
    { entry: 5 },
    { entry: 'x' },
    { entry: { body: 5 } },
  ])('with %j is none', (change) => {
    expect(isOwedFile({ ...file, ...change })).toBe(false);
  });

  test.each([{ entry: undefined }, { entry: {} }, { entry: { body: undefined } }])(
    'with %j lacks its entry',
    (change) => {
      const found = verifyOwedFile({ ...file, ...change });
      expect(found.steps.filter(({ state }) => state === 'refuted')).toEqual([]);
      expect(found.missing).toContainEqual({ step: 'entry', reason: 'no-entry', from: 'house' });
    },
  );
});
