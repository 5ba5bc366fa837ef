/** A book for tests: entries, checkpoints that a log's key signed and witnesses cosigned, the evidence of a draw. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  BEACON_SCHEME,
  BETS,
  type BookEntry,
  type BookEvidence,
  type Chain,
  checkpointText,
  commitmentOf,
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
  leafHash,
  localChainHash,
  lockTime,
  MerkleFrontier,
  merkleRoot,
  NOTE_COSIGNATURE,
  NOTE_ED25519,
  parseVerifierKey,
  receiptMessage,
  roundFor,
  roundPoint,
  type SeenCheckpoint,
  type SlipProof,
  slipLeafData,
  type TableEntry,
  timeOfRound,
  toHex,
  u32be,
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
export const CHAIN: Chain = chainOfKey(BEACON_KEY);

function chainOfKey(secretKey: Uint8Array): Chain {
  const publicKey = bls12_381.shortSignatures.getPublicKey(secretKey).toHex(true);
  return { hash: localChainHash(publicKey, GENESIS, 3), publicKey, period: 3, genesis: GENESIS, scheme: BEACON_SCHEME };
}

export function beaconSignature(round: number): string {
  return bls12_381.shortSignatures.sign(roundPoint(round), BEACON_KEY).toHex(true);
}

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
    multipliers: Object.fromEntries(BETS.map((bet) => [bet, String(fairMultiplier(bet, 96, 100))])),
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
  const drawId = drawIdOf('dice-60', period);
  const tLock = lockTime(period, 60);
  const round = roundFor(tLock, CHAIN);
  const signature = beaconSignature(round);
  const { seed, dice } = drawDice({ chainHash: CHAIN.hash, round, signature, drawId });
  return { period, drawId, tLock, round, signature, seed, dice, draws: timeOfRound(round, CHAIN) };
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

  /** Another book with the same entries so far: the start of a fork. */
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

  /** The checkpoint of the first `size` entries, seen at a second, cosigned by some. */
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

/** The first two witnesses, at a second. */
export function two(at: number): Cosigned[] {
  return WITNESSES.slice(0, 2).map((witness) => ({ witness, at }));
}

export interface Story {
  table?: Partial<TableEntry>;
  /** Seconds after the lock at which the seal is cosigned. */
  sealAfter?: number;
}

/** A slip among five in a witnessed book, sealed in time and drawn. Each part can be bent by a test. */
export function witnessedStory(story: Story = {}) {
  const draw = drawOf(29_743_210);
  const table = tableOf(story.table);
  const book = new TestBook();
  const tableSeq = book.append(table);
  const opens = draw.tLock - 60;
  const tableSeen = book.checkpoint(opens - 5, two(opens - 5));
  const noise = drawOf(29_743_208);
  book.append({ type: 'seal', draw_id: noise.drawId, root: '00'.repeat(32), count: '7' });
  book.append({
    type: 'draw',
    draw_id: noise.drawId,
    round: String(noise.round),
    signature: noise.signature,
    dice: textOf(noise.dice),
  });
  const before = book.checkpoint(draw.tLock - 2, two(draw.tLock - 2));
  const from = book.size;
  const data = slipLeafData({
    origin: ORIGIN,
    drawId: draw.drawId,
    slipId: '00010203-0405-0607-0809-0a0b0c0d0e0f',
    commitment: commitmentOf('mira', SALT),
    tableHash: book.entry(tableSeq).hash,
    round: draw.round,
    tLock: draw.tLock,
    acceptedMs: draw.tLock * 1000 - 1,
    selections: [{ bet: 'big', stakeMinor: 250n }],
  });
  const leaves = [0, 1, 2, 3].map((index) => leafHash(u32be(index))).toSpliced(2, 0, leafHash(data));
  const root = toHex(merkleRoot(leaves));
  book.append({ type: 'switch', what: 'table/dice-30', state: 'off', reason: 'void-rate', from: String(draw.tLock) });
  const sealSeq = book.append({ type: 'seal', draw_id: draw.drawId, root, count: '5' });
  const sealAt = draw.tLock + (story.sealAfter ?? 2);
  const inTime = book.checkpoint(sealAt, two(sealAt));
  const drawSeq = book.append({
    type: 'draw',
    draw_id: draw.drawId,
    round: String(draw.round),
    signature: draw.signature,
    dice: textOf(draw.dice),
  });
  const evidence: BookEvidence = {
    logKey: LOG.vkey,
    notices: [],
    table: { checkpoint: tableSeen, place: book.place(tableSeq, 1) },
    before,
    inTime,
    peaks: book.peaks(from),
    entries: book.bodies.slice(from, drawSeq),
    after: { checkpoint: book.checkpoint(draw.draws + 1), draw: book.place(drawSeq), void: null },
  };
  const receipt = {
    leafData: toHex(data),
    signature: toHex(ed25519.sign(receiptMessage(data), RECEIPT_KEYS.secretKey)),
    publicKey: toHex(RECEIPT_KEYS.publicKey),
    userName: 'mira',
    salt: SALT,
  };
  const slip: SlipProof = {
    receipt,
    index: 2,
    count: 5,
    proof: inclusionProof(leaves, 2).map(toHex),
    draw: {
      drawId: draw.drawId,
      periodSeconds: 60,
      round: draw.round,
      locksAtMs: draw.tLock * 1000,
      dice: draw.dice,
      root,
      slipCount: 5,
      chain: CHAIN,
      signature: draw.signature,
      seed: draw.seed,
      table: { hash: book.entry(tableSeq).hash, entry: book.entry(tableSeq) },
      entries: { seal: book.entry(sealSeq), draw: book.entry(drawSeq), void: null },
      book: evidence,
    },
  };
  return { draw, book, slip, evidence, leaves, from, sealSeq, drawSeq, tableSeq };
}
