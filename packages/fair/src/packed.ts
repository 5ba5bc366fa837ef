/**
 * Hashes whole levels of an RFC 6962 tree. Hashes are packed into one buffer, 32 bytes each: a million small arrays
 * would cost more than the hashing.
 */
import { sha256 } from '@noble/hashes/sha2.js';

/**
 * A faster SHA-256 that the caller supplies. Returns a string with one character for each of the 32 bytes. In Node use
 * `(bytes) => hash('sha256', bytes, 'binary')`, which is faster than the variants that return bytes.
 */
export type HashText = (bytes: Uint8Array) => string;

export const HASH_BYTES = 32;
const NODE_PREFIX = 0x01;
const NODE_INPUT_BYTES = 1 + 2 * HASH_BYTES;

/** H(0x01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array, hashText?: HashText): Uint8Array {
  const input = new Uint8Array(NODE_INPUT_BYTES);
  input[0] = NODE_PREFIX;
  input.set(left, 1);
  input.set(right, 1 + HASH_BYTES);
  if (hashText === undefined) return sha256(input);
  const output = new Uint8Array(HASH_BYTES);
  writeText(hashText(input), output, 0);
  return output;
}

/** Root of an empty tree: H(""). */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0));
}

/**
 * Root over the first `count` leaf hashes of the buffer, which is not modified. Throws a RangeError where it holds
 * fewer.
 */
export function merkleRootPacked(packed: Uint8Array, count: number, hashText?: HashText): Uint8Array {
  if (!Number.isSafeInteger(count) || count < 0 || packed.length < count * HASH_BYTES) {
    throw new RangeError('fewer hashes than said');
  }
  if (count === 0) return emptyRoot();
  // Not `slice`, which copies nothing where the array is a Buffer of Node.
  const level = new Uint8Array(packed.subarray(0, count * HASH_BYTES));
  for (let left = count; left > 1; ) left = raise(level, left, hashText);
  return hashAt(level, 0);
}

/** The hashes in one buffer. Throws a TypeError when one of them is not 32 bytes. */
export function pack(hashes: readonly Uint8Array[]): Uint8Array {
  const packed = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [index, hash] of hashes.entries()) {
    assertHash(hash);
    packed.set(hash, index * HASH_BYTES);
  }
  return packed;
}

/** A copy of the hash at `index`. */
export function hashAt(packed: Uint8Array, index: number): Uint8Array {
  return packed.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES);
}

/**
 * Hashes pairs in place and returns the number of nodes left. An odd last node moves up unchanged, which gives RFC
 * 6962's split at the largest power of two.
 */
export function raise(packed: Uint8Array, count: number, hashText?: HashText): number {
  const pairs = Math.floor(count / 2);
  if (hashText === undefined) joinPairs(packed, pairs);
  else joinPairsBy(hashText, packed, pairs);
  if (count % 2 === 1) packed.copyWithin(pairs * HASH_BYTES, (count - 1) * HASH_BYTES, count * HASH_BYTES);
  return count - pairs;
}

/** The siblings of node `index` from its level up. Overwrites `level`. */
export function neighboursUp(level: Uint8Array, countOfLevel: number, index: number): Uint8Array[] {
  const proof: Uint8Array[] = [];
  let count = countOfLevel;
  for (let at = index; count > 1; at = Math.floor(at / 2)) {
    const neighbour = at % 2 === 0 ? at + 1 : at - 1;
    if (neighbour < count) proof.push(hashAt(level, neighbour));
    count = raise(level, count);
  }
  return proof;
}

export function isHash(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === HASH_BYTES;
}

export function assertHash(value: unknown): void {
  if (!isHash(value)) throw new TypeError('a hash has 32 bytes');
}

function joinPairs(packed: Uint8Array, pairs: number): void {
  const input = new Uint8Array(NODE_INPUT_BYTES);
  const output = new Uint8Array(HASH_BYTES);
  const fresh = sha256.create();
  const hasher = sha256.create();
  input[0] = NODE_PREFIX;
  for (let i = 0; i < pairs; i++) {
    input.set(packed.subarray(2 * i * HASH_BYTES, 2 * (i + 1) * HASH_BYTES), 1);
    fresh._cloneInto(hasher).update(input).digestInto(output);
    packed.set(output, i * HASH_BYTES);
  }
}

function joinPairsBy(hashText: HashText, packed: Uint8Array, pairs: number): void {
  const input = new Uint8Array(NODE_INPUT_BYTES);
  input[0] = NODE_PREFIX;
  for (let i = 0; i < pairs; i++) {
    input.set(packed.subarray(2 * i * HASH_BYTES, 2 * (i + 1) * HASH_BYTES), 1);
    writeText(hashText(input), packed, i * HASH_BYTES);
  }
}

/** Writes the bytes that `HashText` gave. Throws a TypeError when they are not 32. */
export function writeText(text: string, output: Uint8Array, at: number): void {
  if (text.length !== HASH_BYTES) throw new TypeError('expected one character for each of 32 bytes');
  for (let i = 0; i < HASH_BYTES; i++) output[at + i] = text.charCodeAt(i);
}
