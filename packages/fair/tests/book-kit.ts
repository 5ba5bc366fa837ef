/** A book for tests: entries, signed and cosigned checkpoints, and the evidence of a draw. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  BEACON_SCHEME,
  BETS,
  type BookEntry,
  type Chain,
  checkpointText,
  cosignedMessage,
  type Dice,
  drawDice,
  drawIdOf,
  type Entry,
  type EntryPlace,
  encodeEntry,
  entryHash,
  fairMultiplier,
  formatCosignature,
  formatNote,
  formatSignature,
  inclusionProof,
  isNumberBet,
  leafHash,
  localChainHash,
  lockTime,
  MerkleFrontier,
  merkleRoot,
  NOTE_COSIGNATURE,
  NOTE_ED25519,
  parseVerifierKey,
  QUICKNET,
  roundFor,
  roundPoint,
  type SeenCheckpoint,
  SUM_BETS,
  type TableEntry,
  timeOfRound,
  toHex,
  utf8,
  verifierKeyOf,
} from '../src/index.ts';

export const ORIGIN = 'example.org/tercet';
const BEACON_KEY = new Uint8Array(32).fill(5);
const GENESIS = 1_767_225_600;
export const SALT = '07'.repeat(32);

export interface Signer {
  vkey: string;
  secretKey: Uint8Array;
}

export function signerOf(name: string, fill: number, algorithm: number): Signer {
  const { secretKey, publicKey } = ed25519.keygen(new Uint8Array(32).fill(fill));
  return { vkey: verifierKeyOf(name, algorithm, toHex(publicKey)), secretKey };
}

export const LOG = signerOf(ORIGIN, 20, NOTE_ED25519);
export const OTHER_LOG = signerOf(ORIGIN, 21, NOTE_ED25519);
export const WITNESSES = [30, 31, 32].map((fill) => signerOf(`witness.example/w${fill}`, fill, NOTE_COSIGNATURE));
export const RECEIPT_KEYS = ed25519.keygen(new Uint8Array(32).fill(6));
/** The house's own keys, of book and receipts, posing as witnesses. */
export const HOUSE_WITNESSES = [20, 6].map((fill) => signerOf(`sham.example/w${fill}`, fill, NOTE_COSIGNATURE));
export const CHAIN: Chain = chainOfKey(BEACON_KEY);

function chainOfKey(secretKey: Uint8Array): Chain {
  const publicKey = bls12_381.shortSignatures.getPublicKey(secretKey).toHex(true);
  return { hash: localChainHash(publicKey, GENESIS, 3), publicKey, period: 3, genesis: GENESIS, scheme: BEACON_SCHEME };
}

export function beaconSignature(round: number): string {
  return bls12_381.shortSignatures.sign(roundPoint(round), BEACON_KEY).toHex(true);
}

/** The full Sic Bo layout. */
export const SIC_BO_MULTIPLIERS: TableEntry['multipliers'] = Object.fromEntries(
  BETS.map((bet) => [bet, isNumberBet(bet) ? ['20000', '30000', '120000'] : String(fairMultiplier(bet, 96, 100))]),
);

export function tableOf(change: Partial<TableEntry> = {}): TableEntry {
  return {
    type: 'table',
    key: 'dice-60',
    period_seconds: '60',
    first_period: '29743000',
    chain_hash: CHAIN.hash,
    public_key: CHAIN.publicKey,
    scheme: CHAIN.scheme,
    genesis: String(CHAIN.genesis),
    beacon_period: '3',
    beacon_kind: 'local',
    multipliers: Object.fromEntries(SUM_BETS.map((bet) => [bet, String(fairMultiplier(bet, 96, 100))])),
    stake_min: '100',
    stake_max: '1000000',
    slip_max: '5000000',
    member_cap: '100000000',
    period_cap: '1000000000',
    min_balance: '0',
    receipt_key: toHex(RECEIPT_KEYS.publicKey),
    witnesses: WITNESSES.map(({ vkey }) => vkey),
    quorum: '2',
    build: '0.1.0',
    origin: ORIGIN,
    ...change,
  };
}

/** One draw's fixed facts. */
export function drawOf(period: number) {
  return factsOf({ key: 'dice-60', period, periodSeconds: 60, chain: CHAIN, sign: beaconSignature });
}

/** Signature of quicknet's round 1000, from drand's relays. Tables of 48 seconds have a draw on that round. */
const ROUND_1000 = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';

/** A draw on the public beacon. */
export function publicDraw() {
  const period = 1_692_806_352 / 48 - 1;
  return factsOf({ key: 'dice-48', period, periodSeconds: 48, chain: QUICKNET, sign: () => ROUND_1000 });
}

interface FactsPlan {
  key: string;
  period: number;
  periodSeconds: number;
  chain: Chain;
  sign: (round: number) => string;
}

function factsOf({ key, period, periodSeconds, chain, sign }: FactsPlan) {
  const drawId = drawIdOf(key, period);
  const tLock = lockTime(period, periodSeconds);
  const round = roundFor(tLock, chain);
  const signature = sign(round);
  const { seed, dice } = drawDice({ chainHash: chain.hash, round, signature, drawId });
  const draws = timeOfRound(round, chain);
  return { key, period, periodSeconds, chain, drawId, tLock, round, signature, seed, dice, draws };
}

export type TestDraw = ReturnType<typeof drawOf>;

export function textOf([a, b, c]: Dice): [string, string, string] {
  return [String(a), String(b), String(c)];
}

export function cosignature(witness: Signer, text: string, atSeconds: number): string {
  return formatCosignature(witness.vkey, atSeconds, ed25519.sign(cosignedMessage(text, atSeconds), witness.secretKey));
}

export interface Cosigned {
  witness: Signer;
  at: number;
}

export class TestBook {
  readonly bodies: string[] = [];
  readonly log: Signer;

  constructor(log: Signer = LOG) {
    this.log = log;
  }

  /** A copy with the same entries, from which a fork can start. */
  copy(log: Signer = this.log): TestBook {
    const copy = new TestBook(log);
    copy.bodies.push(...this.bodies);
    return copy;
  }

  append(entry: Entry): number {
    return this.bodies.push(encodeEntry(entry)) - 1;
  }

  get size(): number {
    return this.bodies.length;
  }

  leaves(size = this.size): Uint8Array[] {
    return this.bodies.slice(0, size).map((body) => leafHash(utf8(body)));
  }

  /** A checkpoint of the first `size` entries, seen at a second, with cosignatures. */
  checkpoint(atSeconds: number, cosigned: readonly Cosigned[] = [], size = this.size): SeenCheckpoint {
    const text = checkpointText({ origin: ORIGIN, size, root: toHex(merkleRoot(this.leaves(size))) });
    const key = parseVerifierKey(this.log.vkey);
    if (key === null) throw new Error('bad log key');
    const own = formatSignature(key, ed25519.sign(utf8(text), this.log.secretKey));
    const lines = [own, ...cosigned.map(({ witness, at }) => cosignature(witness, text, at))];
    return { note: formatNote(text, lines), atMs: atSeconds * 1000 };
  }

  peaks(size: number): string[] {
    const tree = new MerkleFrontier();
    for (const leaf of this.leaves(size)) tree.append(leaf);
    return tree.peaks().map(toHex);
  }

  place(seq: number, size = this.size): EntryPlace {
    return { index: seq, proof: inclusionProof(this.leaves(size), seq).map(toHex) };
  }

  entry(seq: number): BookEntry {
    const body = this.bodies[seq] ?? '';
    return { seq, type: JSON.parse(body).type, hash: entryHash(body), body, atMs: 0 };
  }
}

/** Cosignatures of the first two witnesses at a second. */
export function two(at: number): Cosigned[] {
  return WITNESSES.slice(0, 2).map((witness) => ({ witness, at }));
}
