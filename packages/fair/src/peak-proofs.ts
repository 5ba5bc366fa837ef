/** Inclusion proofs for the newest entries of a log, from the peaks of a smaller tree and the leaves after it. */
import { nodeHash } from './packed.ts';

/** A tree of `from` leaves by its peaks (largest first), and the leaf hashes that follow. */
export interface GrownTree {
  from: number;
  peaks: readonly Uint8Array[];
  leafHashes: readonly Uint8Array[];
}

/**
 * The proof that `inclusionProof` returns for leaf `index` in the whole tree. Nothing is verified: wrong peaks give an
 * invalid proof. Throws a RangeError on an index outside the new leaves, and a TypeError where the number of peaks does
 * not fit `from`.
 */
export function inclusionFromPeaks(tree: GrownTree, index: number): Uint8Array[] {
  const { from, peaks, leafHashes } = tree;
  const size = from + leafHashes.length;
  if (!Number.isSafeInteger(index) || index < from || index >= size) throw new RangeError('no such leaf');
  const subtrees = subtreesOf(from);
  if (subtrees.length !== peaks.length) throw new TypeError('other peaks than the tree has');
  const proof: Uint8Array[] = [];
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + largestPowerBelow(end - start);
    const isRight = index >= middle;
    proof.push(isRight ? rootOf(tree, subtrees, start, middle) : rootOf(tree, subtrees, middle, end));
    if (isRight) start = middle;
    else end = middle;
  }
  return proof.reverse();
}

/** Start index of each full subtree of a tree, largest first. */
function subtreesOf(size: number): number[] {
  const starts: number[] = [];
  for (let start = 0; start < size; start += largestPower(size - start)) starts.push(start);
  return starts;
}

function rootOf(tree: GrownTree, subtrees: readonly number[], start: number, end: number): Uint8Array {
  const { from, peaks, leafHashes } = tree;
  const peak = peaks[subtrees.indexOf(start)];
  if (peak !== undefined && end <= from && end - start === largestPower(from - start)) return peak;
  if (end - start === 1) {
    const leaf = leafHashes[start - from];
    if (leaf === undefined) throw new RangeError('no such leaf');
    return leaf;
  }
  const middle = start + largestPowerBelow(end - start);
  return nodeHash(rootOf(tree, subtrees, start, middle), rootOf(tree, subtrees, middle, end));
}

/** The largest power of two that is at most `count`. */
function largestPower(count: number): number {
  return 2 ** Math.floor(Math.log2(count));
}

/** The largest power of two below `count`, for `count` above 1. */
function largestPowerBelow(count: number): number {
  const power = largestPower(count);
  return power === count ? power / 2 : power;
}
