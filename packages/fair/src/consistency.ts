/** RFC 6962 proofs that a larger tree begins with a smaller one. Functions ending in `Hex` take and give hex. */
import { equalBytes, fromHex, toHex } from './bytes.ts';
import { emptyRoot, HASH_BYTES, hashAt, isHash, neighboursUp, nodeHash, pack, raise } from './packed.ts';

/** Most levels that a tree of ours has. A proof holds at most one hash more. */
const LEVELS_MAX = 53;

/** The inputs of a proof that the tree of `to` leaves extends the tree of `from` leaves. */
export interface ConsistencyClaim<Hash> {
  from: number;
  to: number;
  fromRoot: Hash;
  toRoot: Hash;
  proof: readonly Hash[];
}

/**
 * RFC 6962 § 2.1.2 proof that the first `to` leaves begin with the first `from`. Empty where `from` is 0 or `to`.
 * Throws a RangeError unless 0 ≤ from ≤ to ≤ the number of leaves.
 */
export function consistencyProof(leafHashes: readonly Uint8Array[], from: number, to: number): Uint8Array[] {
  if (!isSize(from) || !isSize(to) || from > to || to > leafHashes.length) throw new RangeError('no such trees');
  if (from === 0 || from === to) return [];
  const level = pack(leafHashes.slice(0, to));
  let count = to;
  let at = from - 1;
  // Stop at the largest full subtree at the end of the smaller tree; the rest is a proof of inclusion.
  for (; at % 2 === 1; at = (at - 1) / 2) count = raise(level, count);
  const proof = at === 0 ? [] : [hashAt(level, at)];
  return [...proof, ...neighboursUp(level, count, at)];
}

/**
 * Whether the tree of `to` leaves extends the tree of `from` leaves, by their roots. False on anything malformed. A
 * root does not bind its size: take both from one signed checkpoint.
 */
export function verifyConsistency(claim: ConsistencyClaim<Uint8Array>): boolean {
  try {
    const { from, to, fromRoot, toRoot, proof } = claim;
    if (!isSize(from) || !isSize(to) || from > to || !isHash(fromRoot) || !isHash(toRoot)) return false;
    if (!Array.isArray(proof) || proof.length > LEVELS_MAX + 1 || !proof.every(isHash)) return false;
    if (to === 0 && !equalBytes(toRoot, emptyRoot())) return false;
    if (from === 0) return proof.length === 0 && equalBytes(fromRoot, emptyRoot());
    if (from === to) return proof.length === 0 && equalBytes(fromRoot, toRoot);
    return isConsistent(claim);
  } catch {
    return false;
  }
}

/** `consistencyProof` over hex leaf hashes, in hex. */
export function consistencyProofHex(leafHashes: readonly string[], from: number, to: number): string[] {
  return consistencyProof(
    leafHashes.map((hash) => fromHex(hash, HASH_BYTES)),
    from,
    to,
  ).map(toHex);
}

/** `verifyConsistency` with every hash in hex. False on anything malformed. */
export function verifyConsistencyHex(claim: ConsistencyClaim<string>): boolean {
  try {
    const bytes = (hex: string) => fromHex(hex, HASH_BYTES);
    const { from, to, fromRoot, toRoot, proof } = claim;
    return verifyConsistency({ from, to, fromRoot: bytes(fromRoot), toRoot: bytes(toRoot), proof: proof.map(bytes) });
  } catch {
    return false;
  }
}

/** RFC 9162 § 2.1.4.2, for 0 < from < to. */
function isConsistent({ from, to, fromRoot, toRoot, proof }: ConsistencyClaim<Uint8Array>): boolean {
  let at = from - 1;
  let last = to - 1;
  for (; at % 2 === 1; last = Math.floor(last / 2)) at = (at - 1) / 2;
  const [start, ...rest] = at === 0 ? [fromRoot, ...proof] : proof;
  if (start === undefined) return false;
  let small = start;
  let large = start;
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      small = nodeHash(hash, small);
      large = nodeHash(hash, large);
      for (; at % 2 === 0 && at > 0; last = Math.floor(last / 2)) at /= 2;
    } else large = nodeHash(large, hash);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(small, fromRoot) && equalBytes(large, toRoot);
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
