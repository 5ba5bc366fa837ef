/** Complete stories of draws for tests: a slip in a book, sealed and then drawn or void. Tests can alter each part. */
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  BETS,
  type BookEvidence,
  commitmentOf,
  drawIdOf,
  type Entry,
  inByteOrder,
  inclusionProof,
  leafHash,
  merkleRoot,
  QUICKNET,
  type Receipt,
  receiptMessage,
  type SlipProof,
  type Stake,
  slipLeafData,
  type TableEntry,
  toHex,
  u32be,
  type VerifyOptions,
} from '../src/index.ts';
import {
  CHAIN,
  type Cosigned,
  drawOf,
  LOG,
  ORIGIN,
  publicDraw,
  RECEIPT_KEYS,
  SALT,
  SIC_BO_MULTIPLIERS,
  type Signer,
  TestBook,
  type TestDraw,
  tableOf,
  textOf,
  WITNESSES,
} from './book-kit.ts';

export interface Story {
  /** Fields of the table that override `witnesses` and `beacon`. */
  table?: Partial<TableEntry>;
  /** Number of witnesses that the table names; its quorum is a majority of them. Defaults to 3. */
  witnesses?: number;
  /** Defaults to `local`. */
  beacon?: 'local' | 'public';
  /** Seconds after the lock at which the seal is cosigned. */
  sealAfter?: number;
  /** An older table of the lottery comes before it in the book, with these fields. */
  older?: Partial<TableEntry>;
  /** A newer table of the lottery follows in the book, with these fields. */
  newer?: Partial<TableEntry>;
  /** Defaults to 250 on `big`. */
  selections?: readonly Stake[];
}

/** The table of a draw, with the first `witnesses` of the kit's witnesses. */
export function tableFor(draw: TestDraw, witnesses: number, change: Partial<TableEntry> = {}): TableEntry {
  const { chain } = draw;
  return tableOf({
    key: draw.key,
    period_seconds: String(draw.periodSeconds),
    first_period: String(draw.period - 210),
    chain_hash: chain.hash,
    public_key: chain.publicKey,
    genesis: String(chain.genesis),
    beacon_kind: chain === QUICKNET ? 'drand' : 'local',
    witnesses: WITNESSES.slice(0, witnesses).map(({ vkey }) => vkey),
    quorum: String(Math.ceil((witnesses + 1) / 2) * Math.sign(witnesses)),
    ...change,
  });
}

/** Cosignatures by a table's quorum at a second. */
export function quorumAt(table: TableEntry, at: number, witnesses: readonly Signer[] = WITNESSES): Cosigned[] {
  return witnesses.slice(0, Number(table.quorum)).map((witness) => ({ witness, at }));
}

/** A slip among five in a book, sealed in time and drawn. Tests can alter each part. */
export function witnessedStory(story: Story = {}, witnesses: readonly Signer[] = WITNESSES) {
  const draw = story.beacon === 'public' ? publicDraw() : drawOf(29_743_210);
  const table = tableFor(draw, story.witnesses ?? 3, story.table);
  const met = (at: number) => quorumAt(table, at, witnesses);
  const book = new TestBook();
  if (story.older !== undefined) book.append({ ...table, ...story.older });
  const tableSeq = book.append(table);
  const opens = draw.tLock - draw.periodSeconds;
  const tableSeen = book.checkpoint(opens - 5, met(opens - 5));
  const tableHash = book.entry(tableSeq).hash;
  if (story.newer !== undefined) book.append({ ...table, ...story.newer });
  book.append(sealOfPeriod(draw, -2, tableHash));
  // Only one round of the public beacon is available.
  book.append(draw.chain === CHAIN ? resultOf(drawOf(draw.period - 60)) : sealOfPeriod(draw, -1, tableHash));
  const before = book.checkpoint(draw.tLock - 2, met(draw.tLock - 2));
  const from = book.size;
  const { receipt, leaves } = slipIn(draw, tableHash, story.selections);
  const root = toHex(merkleRoot(leaves));
  book.append({ type: 'switch', what: 'table/dice-30', state: 'off', reason: 'void-rate', from: String(draw.tLock) });
  const sealSeq = book.append({ type: 'seal', draw_id: draw.drawId, root, count: '5', table: tableHash });
  const sealAt = draw.tLock + (story.sealAfter ?? 2);
  const inTime = book.checkpoint(sealAt, met(sealAt));
  const drawSeq = book.append(resultOf(draw));
  const evidence: BookEvidence = {
    logKey: LOG.vkey,
    notices: [],
    noticed: null,
    table: { checkpoint: tableSeen, place: book.place(tableSeq, tableSeq + 1) },
    before,
    inTime,
    peaks: book.peaks(from),
    entries: book.bodies.slice(from, drawSeq),
    after: {
      checkpoint: book.checkpoint(draw.draws + 1, met(draw.draws + 1)),
      draw: book.place(drawSeq),
      void: null,
    },
  };
  const slip: SlipProof = {
    receipt,
    index: 2,
    count: 5,
    proof: inclusionProof(leaves, 2).map(toHex),
    draw: {
      drawId: draw.drawId,
      periodSeconds: draw.periodSeconds,
      round: draw.round,
      locksAtMs: draw.tLock * 1000,
      dice: draw.dice,
      root,
      slipCount: 5,
      chain: draw.chain,
      signature: draw.signature,
      seed: draw.seed,
      table: { hash: book.entry(tableSeq).hash, entry: book.entry(tableSeq) },
      entries: { seal: book.entry(sealSeq), draw: book.entry(drawSeq), void: null },
      book: evidence,
    },
  };
  return { draw, table, tableHash, book, slip, evidence, leaves, from, sealSeq, drawSeq, tableSeq };
}

export type WitnessedStory = ReturnType<typeof witnessedStory>;

/** The options of a reader who pinned the book's key. For a table with witnesses, all of them answered. */
export function readerOf({ table }: Pick<WitnessedStory, 'table'>): VerifyOptions {
  return { pinned: { origin: ORIGIN, logKey: LOG.vkey }, witnessAnswers: [...table.witnesses] };
}

export function resultOf(draw: TestDraw): Entry {
  const { drawId, round, signature, dice } = draw;
  return { type: 'draw', draw_id: drawId, round: String(round), signature, dice: textOf(dice) };
}

function sealOfPeriod({ key, period }: TestDraw, step: number, table: string): Entry {
  return { type: 'seal', draw_id: drawIdOf(key, period + step), root: '00'.repeat(32), count: '7', table };
}

/** The draw before its beacon round: sealed, not drawn. */
export function undrawn(story: WitnessedStory): SlipProof {
  const { slip, evidence } = story;
  const entries = { ...slip.draw.entries, draw: null };
  const nothing = { dice: null, signature: null, seed: null };
  return { ...slip, draw: { ...slip.draw, ...nothing, entries, book: { ...evidence, after: null } } };
}

/** The slip before its seal. */
export function unsealed(story: WitnessedStory): SlipProof {
  const { draw } = undrawn(story);
  const { receipt } = story.slip;
  const entries = { seal: null, draw: null, void: null };
  const book = { ...story.evidence, inTime: story.evidence.before, entries: [], after: null };
  return {
    receipt,
    index: null,
    count: null,
    proof: null,
    draw: { ...draw, root: null, slipCount: null, entries, book },
  };
}

/** The same period without a seal in time, followed by a void. */
export function voidedStory(story: Story = {}) {
  const whole = witnessedStory(story);
  const { draw, table } = whole;
  const book = whole.book.copy();
  book.bodies.length = whole.from + 1;
  const inTimeAt = draw.tLock + 4;
  const inTime = book.checkpoint(inTimeAt, quorumAt(table, inTimeAt));
  const voidSeq = book.append({ type: 'void', draw_id: draw.drawId, reason: 'seal-late', table: whole.tableHash });
  const after = {
    checkpoint: book.checkpoint(draw.draws + 1, quorumAt(table, draw.draws + 1)),
    draw: null,
    void: book.place(voidSeq),
  };
  const pending = unsealed(whole);
  const evidence: BookEvidence = { ...whole.evidence, inTime, entries: book.bodies.slice(whole.from, voidSeq), after };
  const entries = { seal: null, draw: null, void: book.entry(voidSeq) };
  const slip: SlipProof = { ...pending, draw: { ...pending.draw, entries, book: evidence } };
  return { ...whole, book, slip, evidence, voidSeq };
}

/** A void that the house overrode with a draw after a witness showed the seal in time. */
export function overriddenStory(plan: Story = { beacon: 'public' }): WitnessedStory {
  const story = witnessedStory(plan);
  const { draws, drawId } = story.draw;
  const book = story.book.copy();
  book.bodies.length = story.drawSeq;
  const voidSeq = book.append({ type: 'void', draw_id: drawId, reason: 'seal-late', table: story.tableHash });
  const drawSeq = book.bodies.push(story.book.bodies[story.drawSeq] ?? '') - 1;
  const checkpoint = book.checkpoint(draws + 2, quorumAt(story.table, draws + 2));
  const evidence = { ...story.evidence, after: { checkpoint, draw: book.place(drawSeq), void: book.place(voidSeq) } };
  const entries = { ...story.slip.draw.entries, draw: book.entry(drawSeq), void: book.entry(voidSeq) };
  const slip = { ...story.slip, draw: { ...story.slip.draw, entries, book: evidence } };
  return { ...story, book, evidence, slip, drawSeq };
}

/** A slip on each of the 54 bets, under a table with the full Sic Bo layout. */
export function sicBoStory(story: Story = {}) {
  return witnessedStory({
    ...story,
    table: { multipliers: SIC_BO_MULTIPLIERS, ...story.table },
    selections: BETS.map((bet, place) => ({ bet, stakeMinor: BigInt(250 + place) })),
  });
}

/** Drawn a day after its round, under a table whose only bet that won is worth less than the stake. */
export function lostLate(witnesses: number, after = 86_400): WitnessedStory {
  const story = witnessedStory({ beacon: 'public', witnesses, table: { multipliers: { big: '1' } } });
  const at = story.draw.draws + after;
  const checkpoint = story.book.checkpoint(at, quorumAt(story.table, at));
  const { slip } = story;
  const book = { ...story.evidence, after: { checkpoint, draw: story.book.place(story.drawSeq), void: null } };
  return { ...story, slip: { ...slip, draw: { ...slip.draw, book } } };
}

function slipIn(draw: TestDraw, tableHash: string, selections: readonly Stake[] = [{ bet: 'big', stakeMinor: 250n }]) {
  const data = slipLeafData({
    origin: ORIGIN,
    drawId: draw.drawId,
    slipId: '00010203-0405-0607-0809-0a0b0c0d0e0f',
    commitment: commitmentOf('mira', SALT),
    tableHash,
    round: draw.round,
    tLock: draw.tLock,
    acceptedMs: draw.tLock * 1000 - 1,
    selections: inByteOrder(selections),
  });
  const receipt: Receipt = {
    leafData: toHex(data),
    signature: toHex(ed25519.sign(receiptMessage(data), RECEIPT_KEYS.secretKey)),
    publicKey: toHex(RECEIPT_KEYS.publicKey),
    userName: 'mira',
    salt: SALT,
  };
  const leaves = [0, 1, 2, 3].map((index) => leafHash(u32be(index))).toSpliced(2, 0, leafHash(data));
  return { receipt, leaves };
}
