import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, toHex, u32be } from './bytes.ts';
import {
  inclusionProof,
  inclusionProofHex,
  leafHash,
  MerkleFrontier,
  merkleRoot,
  merkleRootHex,
  verifyInclusion,
} from './merkle.ts';
import { emptyRoot } from './packed.ts';

const SIZE_MAX = 70;
const leaves = Array.from({ length: SIZE_MAX }, (_, index) => leafHash(u32be(index)));

/** RFC 6962 § 2.1 verbatim, recursive. */
function rootByDefinition(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) return sha256(new Uint8Array(0));
  if (hashes.length === 1) return hashes[0]!;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  const left = rootByDefinition(hashes.slice(0, split));
  return sha256(concat(Uint8Array.of(1), left, rootByDefinition(hashes.slice(split))));
}

describe('every size up to 70', () => {
  const sizes = Array.from({ length: SIZE_MAX + 1 }, (_, size) => size);

  test.each(sizes)('%i leaves: root, frontier and each leaf’s proof', (size) => {
    const tree = leaves.slice(0, size);
    const root = merkleRoot(tree);
    expect(toHex(root)).toBe(toHex(rootByDefinition(tree)));
    const frontier = new MerkleFrontier();
    for (const leaf of tree) frontier.append(leaf);
    expect(frontier.size).toBe(size);
    expect(toHex(frontier.root())).toBe(toHex(root));
    for (const [index, leaf] of tree.entries()) {
      const proof = inclusionProof(tree, index);
      expect(verifyInclusion({ leafHash: leaf, index, size, proof, root })).toBe(true);
    }
  });
});

test('a proof holds for its own leaf, index, size and root alone', () => {
  const places = fc
    .integer({ min: 2, max: SIZE_MAX })
    .chain((size) =>
      fc.record({ size: fc.constant(size), index: fc.nat({ max: size - 1 }), other: fc.nat({ max: SIZE_MAX }) }),
    );
  fc.assert(
    fc.property(places, fc.nat(), ({ size, index, other }, noise) => {
      const tree = leaves.slice(0, size);
      const claim = {
        leafHash: leaves[index]!,
        index,
        size,
        proof: inclusionProof(tree, index),
        root: merkleRoot(tree),
      };
      const flipped = claim.proof.map((hash) => hash.slice());
      const step = noise % flipped.length;
      flipped[step]![noise % 32]! ^= 1 << (noise % 8);
      expect(verifyInclusion({ ...claim, proof: flipped })).toBe(false);
      expect(verifyInclusion({ ...claim, proof: claim.proof.toSpliced(step, 1) })).toBe(false);
      expect(verifyInclusion({ ...claim, proof: claim.proof.toSpliced(step, 0, flipped[step]!) })).toBe(false);
      expect(verifyInclusion({ ...claim, root: merkleRoot(leaves.slice(0, size - 1)) })).toBe(false);
      expect(verifyInclusion({ ...claim, leafHash: leaves[(index + 1) % SIZE_MAX]! })).toBe(false);
      if (other !== index) expect(verifyInclusion({ ...claim, index: other })).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('a size of another shape is refused', () => {
  const claim = { leafHash: leaves[6]!, index: 6, size: 7, proof: inclusionProof(leaves.slice(0, 7), 6) };
  const root = merkleRoot(leaves.slice(0, 7));
  expect(verifyInclusion({ ...claim, root })).toBe(true);
  for (const size of [0, 6, 8, 9, 70]) expect(verifyInclusion({ ...claim, size, root })).toBe(false);
});

test('what is no hash is in no tree, not even as its only leaf', () => {
  const root = leaves[0]!;
  expect(verifyInclusion({ leafHash: root, index: 0, size: 1, proof: [], root })).toBe(true);
  for (const bytes of [new Uint8Array(0), root.slice(1), new Uint8Array(33)]) {
    expect(verifyInclusion({ leafHash: bytes, index: 0, size: 1, proof: [], root: bytes })).toBe(false);
  }
});

test('leaves and nodes are never mistaken for each other', () => {
  const data = concat(leaves[0]!, leaves[1]!);
  expect(toHex(leafHash(data))).not.toBe(toHex(merkleRoot(leaves.slice(0, 2))));
});

test('the hex variants say the same', () => {
  const hex = leaves.slice(0, 9).map(toHex);
  expect(merkleRootHex(hex)).toBe(toHex(merkleRoot(leaves.slice(0, 9))));
  expect(inclusionProofHex(hex, 8)).toEqual(inclusionProof(leaves.slice(0, 9), 8).map(toHex));
  expect(merkleRootHex([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('inputs stay as they were', () => {
  const given = leaves.slice(0, 5).map((hash) => hash.slice());
  merkleRoot(given);
  merkleRoot([given[0]!]).fill(0);
  inclusionProof(given, 2)[0]!.fill(0);
  const frontier = new MerkleFrontier();
  frontier.append(given[0]!);
  frontier.root().fill(0);
  expect(given.map(toHex)).toEqual(leaves.slice(0, 5).map(toHex));
  expect(toHex(frontier.root())).toBe(toHex(leaves[0]!));
});

test('what is not a hash or not in the tree is the caller’s mistake', () => {
  expect(() => merkleRoot([new Uint8Array(31)])).toThrow(TypeError);
  expect(() => merkleRootHex(['00'])).toThrow(TypeError);
  expect(() => new MerkleFrontier().append(new Uint8Array(33))).toThrow(TypeError);
  for (const index of [-1, 5, 0.5, Number.NaN])
    expect(() => inclusionProof(leaves.slice(0, 5), index)).toThrow(RangeError);
  expect(toHex(new MerkleFrontier().root())).toBe(toHex(emptyRoot()));
});

describe('the frontier', () => {
  test('goes on from its peaks as if it had never stopped', () => {
    for (let size = 0; size <= SIZE_MAX; size++) {
      const whole = new MerkleFrontier();
      for (const leaf of leaves.slice(0, size)) whole.append(leaf);
      const taken = MerkleFrontier.fromPeaks(size, whole.peaks());
      expect(taken.size).toBe(size);
      expect(toHex(taken.root())).toBe(toHex(merkleRoot(leaves.slice(0, size))));
      for (const leaf of leaves.slice(size)) taken.append(leaf);
      expect(toHex(taken.root())).toBe(toHex(merkleRoot(leaves)));
    }
  });

  test('has a peak for each full subtree, the largest first', () => {
    const frontier = new MerkleFrontier();
    for (const leaf of leaves.slice(0, 13)) frontier.append(leaf);
    const expected = [leaves.slice(0, 8), leaves.slice(8, 12), leaves.slice(12, 13)];
    expect(frontier.peaks().map(toHex)).toEqual(expected.map((part) => toHex(merkleRoot(part))));
  });

  test('tells of every full subtree once, when its last leaf comes', () => {
    const frontier = new MerkleFrontier();
    const seen = new Map<string, string>();
    for (const [at, leaf] of leaves.entries()) {
      frontier.append(leaf, (height, index, hash) => {
        expect((index + 1) * 2 ** height).toBe(at + 1);
        expect(seen.has(`${height}/${index}`)).toBe(false);
        seen.set(`${height}/${index}`, toHex(hash));
      });
    }
    for (let height = 0; 2 ** height <= SIZE_MAX; height++) {
      const width = 2 ** height;
      for (let index = 0; (index + 1) * width <= SIZE_MAX; index++) {
        const part = leaves.slice(index * width, (index + 1) * width);
        expect(seen.get(`${height}/${index}`)).toBe(toHex(merkleRoot(part)));
      }
    }
    expect(seen.size).toBe(70 + 35 + 17 + 8 + 4 + 2 + 1);
  });

  test('keeps its hashes to itself', () => {
    const frontier = MerkleFrontier.fromPeaks(2, [merkleRoot(leaves.slice(0, 2))]);
    frontier.peaks()[0]!.fill(0);
    frontier.append(leaves[2]!, (_height, _index, hash) => hash.fill(0));
    expect(toHex(frontier.root())).toBe(toHex(merkleRoot(leaves.slice(0, 3))));
  });

  test('copies what it is given, a Buffer of Node included, whose slices are none', () => {
    const given = Buffer.from(leaves[0]!);
    const frontiers = [new MerkleFrontier(), MerkleFrontier.fromPeaks(1, [given])];
    frontiers[0]!.append(given);
    given.fill(0);
    for (const frontier of frontiers) expect(toHex(frontier.root())).toBe(toHex(leaves[0]!));
  });

  test('is not made of another number of peaks than its size has bits', () => {
    const peak = leaves[0]!;
    expect(() => MerkleFrontier.fromPeaks(3, [peak])).toThrow(TypeError);
    expect(() => MerkleFrontier.fromPeaks(0, [peak])).toThrow(TypeError);
    expect(() => MerkleFrontier.fromPeaks(1, [peak.slice(1)])).toThrow(TypeError);
    for (const size of [-1, 0.5, 2 ** 53, Number.NaN]) {
      expect(() => MerkleFrontier.fromPeaks(size, [peak])).toThrow(TypeError);
    }
    expect(MerkleFrontier.fromPeaks(2 ** 52 + 2 ** 40, [peak, peak]).size).toBe(2 ** 52 + 2 ** 40);
  });
});
