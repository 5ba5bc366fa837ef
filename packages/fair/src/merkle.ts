/**
 * RFC 6962 Merkle trees over SHA-256: leaf H(0x00 ‖ data), node H(0x01 ‖ left ‖ right), empty tree H("").
 * Hashes are `Uint8Array`s of 32 bytes; the functions ending in `Hex` take and give lower-case hex.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, fromHex, toHex } from './bytes.ts';

const HASH_BYTES = 32;
const LEAF_PREFIX = 0x00;
const NODE_PREFIX = 0x01;
/** No tree of ours has more levels; it bounds what a proof may hold. */
const LEVELS_MAX = 53;

/** Everything a proof of inclusion needs; `proof` goes from the leaf's neighbour up. */
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

/** H(0x01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + 2 * HASH_BYTES);
  input[0] = NODE_PREFIX;
  input.set(left, 1);
  input.set(right, 1 + HASH_BYTES);
  return sha256(input);
}

/** Root of an empty tree: H(""). */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0));
}

/** Root over leaf hashes in order. Throws a TypeError when one of them is not 32 bytes. */
export function merkleRoot(leafHashes: readonly Uint8Array[]): Uint8Array {
  const level = pack(leafHashes);
  let count = leafHashes.length;
  if (count === 0) return emptyRoot();
  while (count > 1) count = raise(level, count);
  return hashAt(level, 0);
}

/** The neighbours of leaf `index` from the bottom up. Throws a RangeError for an index outside the tree. */
export function inclusionProof(leafHashes: readonly Uint8Array[], index: number): Uint8Array[] {
  const level = pack(leafHashes);
  let count = leafHashes.length;
  if (!Number.isSafeInteger(index) || index < 0 || index >= count) throw new RangeError('no such leaf');
  const proof: Uint8Array[] = [];
  for (let at = index; count > 1; at = Math.floor(at / 2)) {
    const neighbour = at % 2 === 0 ? at + 1 : at - 1;
    if (neighbour < count) proof.push(hashAt(level, neighbour));
    count = raise(level, count);
  }
  return proof;
}

/** Whether the leaf stands at `index` of the tree of `size` leaves with this root. False on anything malformed. */
export function verifyInclusion(claim: InclusionClaim<Uint8Array>): boolean {
  try {
    const { index, size, proof, root } = claim;
    if (!isHash(claim.leafHash) || !isHash(root) || !Array.isArray(proof) || proof.length > LEVELS_MAX) return false;
    if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
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

/** A tree that grows one leaf at a time and keeps only the roots of its full subtrees, one per set bit of its size. */
export class MerkleFrontier {
  #size = 0;
  readonly #subtrees: Uint8Array[] = [];

  get size(): number {
    return this.#size;
  }

  append(hash: Uint8Array): void {
    assertHash(hash);
    let subtree: Uint8Array = hash.slice();
    for (let left = this.#size; left % 2 === 1; left = Math.floor(left / 2)) {
      subtree = nodeHash(this.#subtrees.pop() as Uint8Array, subtree);
    }
    this.#subtrees.push(subtree);
    this.#size++;
  }

  root(): Uint8Array {
    const last = this.#subtrees.at(-1);
    if (last === undefined) return emptyRoot();
    return this.#subtrees
      .slice(0, -1)
      .reduceRight((right, left) => nodeHash(left, right), last)
      .slice();
  }
}

/** The hashes one after another: a million small arrays would cost more than hashing them. */
function pack(hashes: readonly Uint8Array[]): Uint8Array {
  const packed = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [index, hash] of hashes.entries()) {
    assertHash(hash);
    packed.set(hash, index * HASH_BYTES);
  }
  return packed;
}

function hashAt(packed: Uint8Array, index: number): Uint8Array {
  return packed.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES);
}

/**
 * Joins pairs in place and returns how many there are then. An odd last one rises as it is, which yields RFC 6962's
 * split at the largest power of two.
 */
function raise(packed: Uint8Array, count: number): number {
  const above = Math.ceil(count / 2);
  const input = new Uint8Array(1 + 2 * HASH_BYTES);
  const output = new Uint8Array(HASH_BYTES);
  const fresh = sha256.create();
  const hasher = sha256.create();
  input[0] = NODE_PREFIX;
  for (let i = 0; i < above; i++) {
    const from = 2 * i * HASH_BYTES;
    if (2 * i + 1 < count) {
      input.set(packed.subarray(from, from + 2 * HASH_BYTES), 1);
      fresh._cloneInto(hasher).update(input).digestInto(output);
      packed.set(output, i * HASH_BYTES);
    } else packed.copyWithin(i * HASH_BYTES, from, from + HASH_BYTES);
  }
  return above;
}

/** RFC 9162 § 2.1.3.2; null when the proof is too short or too long for the place. */
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

function isHash(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === HASH_BYTES;
}

function assertHash(value: unknown): void {
  if (!isHash(value)) throw new TypeError('a hash has 32 bytes');
}
