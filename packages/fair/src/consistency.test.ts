import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex, u32be } from './bytes.ts';
import { consistencyProof, consistencyProofHex, verifyConsistency, verifyConsistencyHex } from './consistency.ts';
import { leafHash, merkleRoot } from './merkle.ts';
import { emptyRoot, nodeHash } from './packed.ts';

const SIZE_MAX = 40;
const leaves = Array.from({ length: SIZE_MAX }, (_, index) => leafHash(u32be(index)));
const rootOf = (size: number) => merkleRoot(leaves.slice(0, size));

/** RFC 6962 § 2.1.2 verbatim, recursive. */
function proofByDefinition(size: number, hashes: readonly Uint8Array[], isWhole: boolean): Uint8Array[] {
  if (size === hashes.length) return isWhole ? [] : [merkleRoot(hashes)];
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  const [left, right] = [hashes.slice(0, split), hashes.slice(split)];
  if (size <= split) return [...proofByDefinition(size, left, isWhole), merkleRoot(right)];
  return [...proofByDefinition(size - split, right, false), merkleRoot(left)];
}

test('between any two of 40 sizes it is the proof of the definition, and holds', () => {
  for (let to = 0; to <= SIZE_MAX; to++) {
    for (let from = 0; from <= to; from++) {
      const proof = consistencyProof(leaves, from, to);
      const expected = from === 0 ? [] : proofByDefinition(from, leaves.slice(0, to), true);
      expect(proof.map(toHex)).toEqual(expected.map(toHex));
      expect(verifyConsistency({ from, to, fromRoot: rootOf(from), toRoot: rootOf(to), proof })).toBe(true);
    }
  }
});

test('a log that changed an earlier entry has no proof, whatever it sends', () => {
  const pairs = fc
    .integer({ min: 2, max: SIZE_MAX })
    .chain((to) => fc.record({ to: fc.constant(to), from: fc.integer({ min: 1, max: to - 1 }) }))
    .chain(({ to, from }) =>
      fc.record({ to: fc.constant(to), from: fc.constant(from), at: fc.nat({ max: from - 1 }) }),
    );
  fc.assert(
    fc.property(pairs, ({ to, from, at }) => {
      const forged = leaves.with(at, leafHash(u32be(1_000_000)));
      const toRoot = merkleRoot(forged.slice(0, to));
      for (const proof of [consistencyProof(forged, from, to), consistencyProof(leaves, from, to)]) {
        expect(verifyConsistency({ from, to, fromRoot: rootOf(from), toRoot, proof })).toBe(false);
      }
    }),
    { numRuns: 500 },
  );
});

test('a proof with a hash flipped, missing, doubled or behind it is refused', () => {
  for (let to = 2; to <= SIZE_MAX; to++) {
    for (let from = 1; from < to; from++) {
      const claim = { from, to, fromRoot: rootOf(from), toRoot: rootOf(to) };
      const proof = consistencyProof(leaves, from, to);
      for (const [at, hash] of proof.entries()) {
        const flipped = hash.slice();
        flipped[at % 32]! ^= 1;
        expect(verifyConsistency({ ...claim, proof: proof.with(at, flipped) })).toBe(false);
        expect(verifyConsistency({ ...claim, proof: proof.toSpliced(at, 1) })).toBe(false);
        expect(verifyConsistency({ ...claim, proof: proof.toSpliced(at, 0, hash) })).toBe(false);
      }
      expect(verifyConsistency({ ...claim, proof: [...proof, emptyRoot()] })).toBe(false);
    }
  }
});

test('hashes above the larger root prove nothing, though both sides go on to be equal', () => {
  const above = leaves[30]!;
  const [fromRoot, toRoot] = [nodeHash(above, rootOf(3)), nodeHash(above, rootOf(4))];
  const proof = [...consistencyProof(leaves, 3, 4), above];
  expect(verifyConsistency({ from: 3, to: 4, fromRoot, toRoot, proof })).toBe(false);
});

describe('malformed', () => {
  const good = { from: 3, to: 7, fromRoot: rootOf(3), toRoot: rootOf(7), proof: consistencyProof(leaves, 3, 7) };

  test.each([
    { from: -1 },
    { from: 2.5 },
    { to: Number.NaN },
    { to: 2 ** 53 },
    { from: 8 },
    { fromRoot: new Uint8Array(31) },
    { toRoot: toHex(good.toRoot) },
    { proof: null },
    { proof: good.proof.map(toHex) },
    { proof: [...good.proof.slice(1), new Uint8Array(31)] },
    { proof: Array(200).fill(good.toRoot) },
  ])('case %# is refused', (part) => {
    expect(verifyConsistency(good)).toBe(true);
    expect(verifyConsistency({ ...good, ...part } as typeof good)).toBe(false);
  });

  test('sizes beyond 32 bits are counted as they are', () => {
    // Leaf 2^52 after a full tree of 2^52: its sibling is that whole tree.
    const left = rootOf(5);
    const claim = { from: 2 ** 52, to: 2 ** 52 + 1, fromRoot: left, toRoot: nodeHash(left, leaves[0]!) };
    expect(verifyConsistency({ ...claim, proof: [leaves[0]!] })).toBe(true);
    expect(verifyConsistency({ ...claim, from: 2 ** 52 - 1, proof: [leaves[0]!] })).toBe(false);
  });

  test('asking for a proof of trees that are not there is the caller’s mistake', () => {
    for (const [from, to] of [
      [-1, 3],
      [4, 3],
      [0, SIZE_MAX + 1],
      [1.5, 3],
      [1, Number.NaN],
    ] as const) {
      expect(() => consistencyProof(leaves, from, to)).toThrow(RangeError);
    }
    expect(() => consistencyProof([new Uint8Array(31), leaves[0]!], 1, 2)).toThrow(TypeError);
  });
});

test('the hex variants say the same', () => {
  const proof = consistencyProofHex(leaves.map(toHex), 6, 23);
  expect(proof).toEqual(consistencyProof(leaves, 6, 23).map(toHex));
  const claim = { from: 6, to: 23, fromRoot: toHex(rootOf(6)), toRoot: toHex(rootOf(23)), proof };
  expect(verifyConsistencyHex(claim)).toBe(true);
  expect(verifyConsistencyHex({ ...claim, toRoot: claim.toRoot.toUpperCase() })).toBe(false);
  expect(verifyConsistencyHex({ ...claim, proof: [...proof.slice(1), 'zz'] })).toBe(false);
});
