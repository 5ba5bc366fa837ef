/**
 * The public randomness beacon: drand's `bls-unchained-g1-rfc9380` scheme.
 * Signature on G1 (48 bytes), public key on G2 (96 bytes), message H(u64be(round)).
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, equalBytes, fromHex, isHex, lp, toHex, u64be } from './bytes.ts';

export const BEACON_SCHEME = 'bls-unchained-g1-rfc9380';
export const BEACON_DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
/** Bytes of a signature and of a public key. */
export const SIGNATURE_BYTES = 48;
export const PUBLIC_KEY_BYTES = 96;

/** What identifies a beacon. Hashes and keys are lower-case hex; times are seconds. */
export interface Chain {
  hash: string;
  publicKey: string;
  period: number;
  genesis: number;
  scheme: string;
}

export type ChainKind = 'quicknet' | 'local' | 'unknown';

/** A round's signature as a relay serves it: lower-case hex. */
export interface SignedRound {
  round: number;
  signature: string;
}

/** drand's quicknet chain, the only public one that Tercet accepts. */
export const QUICKNET: Readonly<Chain> = Object.freeze({
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  period: 3,
  genesis: 1692803367,
  scheme: BEACON_SCHEME,
});

/** Public HTTP relays of quicknet. They are not trusted: every answer is verified. */
export const QUICKNET_RELAYS: readonly string[] = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
];

// Read inside functions only: a read at module level would put the curves into every bundle that uses this package.
type G1Point = InstanceType<typeof bls12_381.G1.Point>;
type Lines = ReturnType<typeof bls12_381.utils.calcPairingPrecomputes>;
type Term = [Lines, bigint, bigint];

const KEYS_KEPT_MAX = 16;
const COEFFICIENT_BYTES = 16;
const cachedKeys = new Map<string, Lines>();
let negatedBaseLines: Lines | undefined;

/** chain hash of a house-run beacon = H(lp("tercet/v1/local") ‖ lp(public key) ‖ u64be(g) ‖ u64be(b)), in hex. */
export function localChainHash(publicKey: string, genesis: number, period: number): string {
  const key = fromHex(publicKey, PUBLIC_KEY_BYTES);
  return toHex(sha256(concat(lp('tercet/v1/local'), lp(key), u64be(genesis), u64be(period))));
}

/**
 * Classifies a chain. `quicknet` has every field as pinned. `local` is house-run and matches its recomputed hash.
 * `unknown` is anything else, such as quicknet's hash with another key. Never throws.
 */
export function chainKind(chain: Chain): ChainKind {
  try {
    const { hash, publicKey, period, genesis, scheme } = chain;
    if (scheme !== BEACON_SCHEME) return 'unknown';
    if (hash === QUICKNET.hash) {
      const same = publicKey === QUICKNET.publicKey && period === QUICKNET.period && genesis === QUICKNET.genesis;
      return same ? 'quicknet' : 'unknown';
    }
    return hash === localChainHash(publicKey, genesis, period) ? 'local' : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The point of H(u64be(round)) on G1, which the beacon signs. Throws a TypeError on a bad round. */
export function roundPoint(round: number): G1Point {
  return bls12_381.shortSignatures.hash(sha256(u64be(round)), BEACON_DST);
}

/**
 * Whether the signature (hex) is the chain's for exactly this round. False on malformed input; never throws. It proves
 * the signature under the given key only: `chainKind` says whether to trust that key.
 */
export function verifyBeaconRound(chain: Chain, round: number, signature: string): boolean {
  try {
    const key = linesOfChain(chain);
    const point = decodeSignature(signature);
    if (key === null || point === null || !isRound(round)) return false;
    return pairs(point, roundPoint(round), key);
  } catch {
    return false;
  }
}

/**
 * Verifies many rounds at once, several times faster than one by one. Uses one pairing over a random linear
 * combination, and falls back to single checks where that fails. Results are in input order; never throws.
 */
export function verifyBeaconRounds(chain: Chain, rounds: readonly SignedRound[]): boolean[] {
  if (!Array.isArray(rounds)) return [];
  const valid: boolean[] = rounds.map(() => false);
  try {
    const key = linesOfChain(chain);
    if (key === null) return valid;
    const candidates = decodeRounds(rounds);
    if (combinationHolds(candidates, key)) {
      for (const { index } of candidates) valid[index] = true;
    } else {
      for (const { index, signature, message } of candidates) valid[index] = pairs(signature, message, key);
    }
    return valid;
  } catch {
    return rounds.map(() => false);
  }
}

interface Candidate {
  index: number;
  signature: G1Point;
  message: G1Point;
}

function decodeRounds(rounds: readonly SignedRound[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [index, given] of rounds.entries()) {
    try {
      const signature = isRound(given?.round) ? decodeSignature(given.signature) : null;
      if (signature !== null) candidates.push({ index, signature, message: roundPoint(given.round) });
    } catch {
      // Reading a hostile object may throw; its result stays false.
    }
  }
  return candidates;
}

/** e(Σ rᵢ·Sᵢ, −g₂) · e(Σ rᵢ·Mᵢ, key) = 1 with 128 random bits each: a false signature passes once in 2^128. */
function combinationHolds(candidates: readonly Candidate[], key: Lines): boolean {
  if (candidates.length === 0) return true;
  const { ZERO } = bls12_381.G1.Point;
  let signatures = ZERO;
  let messages = ZERO;
  for (const { signature, message } of candidates) {
    const coefficient = randomCoefficient();
    signatures = signatures.add(signature.multiplyUnsafe(coefficient));
    messages = messages.add(message.multiplyUnsafe(coefficient));
  }
  return pairs(signatures, messages, key);
}

function randomCoefficient(): bigint {
  const random = crypto.getRandomValues(new Uint8Array(COEFFICIENT_BYTES));
  return BigInt(`0x${toHex(random)}`) + 1n;
}

function pairs(signature: G1Point, message: G1Point, key: Lines): boolean {
  if (signature.is0() || message.is0()) return false;
  negatedBaseLines ??= bls12_381.utils.calcPairingPrecomputes(bls12_381.G2.Point.BASE.negate());
  const s = signature.toAffine();
  const m = message.toAffine();
  const terms: Term[] = [
    [negatedBaseLines, s.x, s.y],
    [key, m.x, m.y],
  ];
  const { Fp12 } = bls12_381.fields;
  return Fp12.eql(Fp12.finalExponentiate(bls12_381.millerLoopBatch(terms)), Fp12.ONE);
}

function isRound(round: unknown): round is number {
  return Number.isSafeInteger(round) && (round as number) >= 1;
}

/** Decodes a canonical point of the prime-order subgroup other than infinity; null for anything else. */
function decodeSignature(hex: unknown): G1Point | null {
  if (!isHex(hex, SIGNATURE_BYTES)) return null;
  const bytes = fromHex(hex);
  try {
    const point = bls12_381.shortSignatures.Signature.fromBytes(bytes);
    point.assertValidity();
    if (point.is0() || !point.isTorsionFree()) return null;
    return equalBytes(point.toBytes(true), bytes) ? point : null;
  } catch {
    return null;
  }
}

/** The cached pairing lines of the chain's key; null where the scheme or key is not accepted. */
function linesOfChain(chain: Chain): Lines | null {
  const { publicKey, scheme } = chain;
  if (scheme !== BEACON_SCHEME || !isHex(publicKey, PUBLIC_KEY_BYTES)) return null;
  if (chain.hash === QUICKNET.hash && chainKind(chain) !== 'quicknet') return null;
  const stored = cachedKeys.get(publicKey);
  if (stored !== undefined) return stored;
  const bytes = fromHex(publicKey);
  const point = bls12_381.G2.Point.fromBytes(bytes);
  point.assertValidity();
  if (point.is0() || !point.isTorsionFree() || !equalBytes(point.toBytes(true), bytes)) return null;
  const lines = bls12_381.utils.calcPairingPrecomputes(point);
  if (cachedKeys.size >= KEYS_KEPT_MAX) cachedKeys.delete(cachedKeys.keys().next().value as string);
  cachedKeys.set(publicKey, lines);
  return lines;
}
