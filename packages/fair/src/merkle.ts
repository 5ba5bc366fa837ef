/**
 * RFC 6962 Merkle trees over SHA-256: leaf H(0x00 ‖ data), node H(0x01 ‖ left ‖ right), empty tree H("").
 * Hashes are `Uint8Array`s of 32 bytes; the functions ending in `Hex` take and give lower-case hex.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, fromHex, toHex } from './bytes.ts';
import {
  assertHash,
  emptyRoot,
  HASH_BYTES,
  type HashText,
  isHash,
  merkleRootPacked,
  neighboursUp,
  nodeHash,
  pack,
} from './packed.ts';

const LEAF_PREFIX = 0x00;
/** Most levels that a tree of ours has. It bounds the length of a proof. */
const LEVELS_MAX = 53;

/** The inputs of a proof of inclusion. `proof` is ordered from the leaf's sibling up. */
export interface InclusionClaim<Hash> {
  leafHash: Hash;
  index: number;
  size: number;
  proof: readonly Hash[];
  root: Hash;
}

/** H(0x00 ‖ data). */
export function leafHash(data: Uint8Array): Uint8Array {
  const input = new Uint8Array(data.length + 1);
  input[0] = LEAF_PREFIX;
  input.set(data, 1);
  return sha256(input);
}

/** Root over leaf hashes in order. Throws a TypeError when one of them is not 32 bytes. */
export function merkleRoot(leafHashes: readonly Uint8Array[], hashText?: HashText): Uint8Array {
  return merkleRootPacked(pack(leafHashes), leafHashes.length, hashText);
}

/** The siblings of leaf `index` from the bottom up. Throws a RangeError for an index outside the tree. */
export function inclusionProof(leafHashes: readonly Uint8Array[], index: number): Uint8Array[] {
  const level = pack(leafHashes);
  const count = leafHashes.length;
  if (!isSize(index) || index >= count) throw new RangeError('no such leaf');
  return neighboursUp(level, count, index);
}

/** Whether the leaf is at `index` of the tree of `size` leaves with this root. False on anything malformed. */
export function verifyInclusion(claim: InclusionClaim<Uint8Array>): boolean {
  try {
    const { index, size, proof, root } = claim;
    if (!isHash(claim.leafHash) || !isHash(root) || !Array.isArray(proof) || proof.length > LEVELS_MAX) return false;
    if (!isSize(index) || !isSize(size) || index >= size) return false;
    const computed = rootFromProof(claim.leafHash, index, size, proof);
    return computed !== null && equalBytes(computed, root);
  } catch {
    return false;
  }
}

/** `merkleRoot` over hex leaf hashes, in hex. */
export function merkleRootHex(leafHashes: readonly string[]): string {
  return toHex(merkleRoot(leafHashes.map((hash) => fromHex(hash, HASH_BYTES))));
}

/** `inclusionProof` over hex leaf hashes, in hex. */
export function inclusionProofHex(leafHashes: readonly string[], index: number): string[] {
  return inclusionProof(
    leafHashes.map((hash) => fromHex(hash, HASH_BYTES)),
    index,
  ).map(toHex);
}

/** `verifyInclusion` with every hash in hex. False on anything malformed. */
export function verifyInclusionHex(claim: InclusionClaim<string>): boolean {
  try {
    const bytes = (hex: string) => fromHex(hex, HASH_BYTES);
    return verifyInclusion({
      leafHash: bytes(claim.leafHash),
      index: claim.index,
      size: claim.size,
      proof: claim.proof.map(bytes),
      root: bytes(claim.root),
    });
  } catch {
    return false;
  }
}

/** Callback for a completed subtree of 2^height leaves: the `index`-th of its height from the left. */
export type OnFullSubtree = (height: number, index: number, hash: Uint8Array) => void;

/** An append-only tree that keeps only its peaks. */
export class MerkleFrontier {
  #size = 0;
  readonly #peaks: Uint8Array[] = [];
  readonly #hashText: HashText | undefined;

  constructor(hashText?: HashText) {
    this.#hashText = hashText;
  }

  /**
   * The tree of `size` leaves with these peaks, as `peaks` gives them. Throws a TypeError unless there is one hash for
   * each set bit of the size.
   */
  static fromPeaks(size: number, peaks: readonly Uint8Array[], hashText?: HashText): MerkleFrontier {
    if (!isSize(size) || peaks.length !== size.toString(2).replaceAll('0', '').length) {
      throw new TypeError('a tree has a peak for each set bit of its size');
    }
    const frontier = new MerkleFrontier(hashText);
    for (const peak of peaks) {
      assertHash(peak);
      frontier.#peaks.push(new Uint8Array(peak));
    }
    frontier.#size = size;
    return frontier;
  }

  get size(): number {
    return this.#size;
  }

  /** Roots of the full subtrees that make up the tree, largest (leftmost) first. */
  peaks(): Uint8Array[] {
    return this.#peaks.map((peak) => peak.slice());
  }

  /** Appends a leaf. Calls `onFull` for each subtree that it completes, from the leaf itself (height 0) up. */
  append(hash: Uint8Array, onFull?: OnFullSubtree): void {
    assertHash(hash);
    let subtree: Uint8Array = new Uint8Array(hash);
    let index = this.#size;
    for (let height = 0; ; height++) {
      onFull?.(height, index, subtree.slice());
      if (index % 2 === 0) break;
      subtree = nodeHash(this.#peaks.pop() as Uint8Array, subtree, this.#hashText);
      index = Math.floor(index / 2);
    }
    this.#peaks.push(subtree);
    this.#size++;
  }

  root(): Uint8Array {
    const last = this.#peaks.at(-1);
    if (last === undefined) return emptyRoot();
    return this.#peaks
      .slice(0, -1)
      .reduceRight((right, left) => nodeHash(left, right, this.#hashText), last)
      .slice();
  }
}

/** The root by RFC 9162 § 2.1.3.2; null where the proof's length does not fit the index and size. */
function rootFromProof(leaf: Uint8Array, index: number, size: number, proof: readonly Uint8Array[]): Uint8Array | null {
  let hash = leaf;
  let used = 0;
  let at = index;
  for (let last = size - 1; last > 0; last = Math.floor(last / 2)) {
    if (at % 2 === 1 || at < last) {
      const neighbour = proof[used++];
      if (!isHash(neighbour)) return null;
      hash = at % 2 === 1 ? nodeHash(neighbour, hash) : nodeHash(hash, neighbour);
    }
    at = Math.floor(at / 2);
  }
  return used === proof.length ? hash : null;
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
