import { expect, test } from 'vitest';
import { u32be } from './bytes.ts';
import { inclusionProof, leafHash, MerkleFrontier, merkleRoot, verifyInclusion } from './merkle.ts';
import { inclusionFromPeaks } from './peak-proofs.ts';

const SIZE = 40;
const LEAVES = Array.from({ length: SIZE }, (_, index) => leafHash(u32be(index)));

function peaksOf(size: number): Uint8Array[] {
  const tree = new MerkleFrontier();
  for (const leaf of LEAVES.slice(0, size)) tree.append(leaf);
  return tree.peaks();
}

test('the proof of each later leaf is the one that all leaves give', () => {
  for (let from = 0; from < SIZE; from++) {
    for (const size of [from + 1, from + 2, from + 5, SIZE].filter((one) => one <= SIZE)) {
      const tree = { from, peaks: peaksOf(from), leafHashes: LEAVES.slice(from, size) };
      for (let index = from; index < size; index++) {
        expect(inclusionFromPeaks(tree, index)).toEqual(inclusionProof(LEAVES.slice(0, size), index));
      }
    }
  }
});

test('wrong peaks give a proof that does not hold', () => {
  const leafHashes = LEAVES.slice(5, 9);
  const [first = new Uint8Array(32), second = new Uint8Array(32)] = peaksOf(5);
  const proof = inclusionFromPeaks({ from: 5, peaks: [second, first], leafHashes }, 6);
  const claim = { leafHash: LEAVES[6] ?? first, index: 6, size: 9, proof, root: merkleRoot(LEAVES.slice(0, 9)) };
  expect(verifyInclusion(claim)).toBe(false);
  expect(verifyInclusion({ ...claim, proof: inclusionProof(LEAVES.slice(0, 9), 6) })).toBe(true);
});

test('there is no proof of a leaf before the peaks, behind the end, or with other peaks than the tree has', () => {
  const tree = { from: 5, peaks: peaksOf(5), leafHashes: LEAVES.slice(5, 9) };
  for (const index of [4, 9, 5.5, Number.NaN]) expect(() => inclusionFromPeaks(tree, index)).toThrow(RangeError);
  expect(() => inclusionFromPeaks({ ...tree, peaks: peaksOf(4) }, 6)).toThrow(TypeError);
});
