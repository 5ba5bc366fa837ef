import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { BEACON_SCHEME, type Chain, localChainHash, QUICKNET, roundPoint } from './beacon.ts';
import { BETS, fairMultiplier } from './bets.ts';
import { toHex, u32be } from './bytes.ts';
import { type Dice, drawDice } from './draw.ts';
import { encodeEntry, entryHash } from './entries.ts';
import type { Entry, TableEntry } from './entry-types.ts';
import { inclusionProof, leafHash, merkleRoot } from './merkle.ts';
import type { BookEntry, DrawProof, SlipProof, Step, Verification, VerifyOptions } from './proof.ts';
import { commitmentOf, receiptMessage, type SlipLeaf, slipLeafData } from './receipt.ts';
import { lockTime, roundFor } from './schedule.ts';
import { drawSteps, verifyDraw, verifySlip } from './verify.ts';

const beaconKey = new Uint8Array(32).fill(5);
const chain = localChain(beaconKey);
const receiptKeys = ed25519.keygen(new Uint8Array(32).fill(6));
const salt = '07'.repeat(32);
const period = 29743210;
const drawId = `dice-60/${period}`;
const tLock = lockTime(period, 60);
const round = roundFor(tLock, chain);
const signature = bls12_381.shortSignatures.sign(roundPoint(round), beaconKey).toHex(true);
const { seed, dice } = drawDice({ chainHash: chain.hash, round, signature, drawId });
const table: TableEntry = {
  type: 'table',
  key: 'dice-60',
  period_seconds: '60',
  first_period: '29743000',
  chain_hash: chain.hash,
  public_key: chain.publicKey,
  scheme: chain.scheme,
  genesis: String(chain.genesis),
  beacon_period: '3',
  beacon_kind: 'local',
  multipliers: Object.fromEntries(BETS.map((bet) => [bet, String(fairMultiplier(bet, 96, 100))])),
  stake_min: '100',
  stake_max: '1000000',
  slip_max: '5000000',
  member_cap: '100000000',
  period_cap: '1000000000',
  min_balance: '0',
  receipt_key: toHex(receiptKeys.publicKey),
  witnesses: [],
  quorum: '0',
  build: '0.1.0',
  origin: 'example.org/tercet',
};
const winning = `s${dice[0] + dice[1] + dice[2]}` as 's11';

function localChain(secretKey: Uint8Array): Chain {
  const publicKey = bls12_381.shortSignatures.getPublicKey(secretKey).toHex(true);
  const genesis = 1_767_225_600;
  return { hash: localChainHash(publicKey, genesis, 3), publicKey, period: 3, genesis, scheme: BEACON_SCHEME };
}

function logged(entry: Entry): BookEntry {
  const body = encodeEntry(entry);
  return { seq: 1, type: entry.type, hash: entryHash(body), body, atMs: 0 };
}

const tableEntry = logged(table);
const leaf: SlipLeaf = {
  origin: table.origin,
  drawId,
  slipId: '00010203-0405-0607-0809-0a0b0c0d0e0f',
  commitment: commitmentOf('mira', salt),
  tableHash: tableEntry.hash,
  round,
  tLock,
  acceptedMs: tLock * 1000 - 1,
  selections: [{ bet: winning, stakeMinor: 250n }],
};

interface Story {
  leaf?: Partial<SlipLeaf>;
  table?: TableEntry;
  /** Signs with another key than the table's. */
  receiptKey?: Uint8Array;
}

/** A slip among five, sealed and drawn as it should be, apart from what the story says. */
function settled(story: Story = {}): { slip: SlipProof; leafHashes: string[] } {
  const entry = story.table === undefined ? tableEntry : logged(story.table);
  const data = slipLeafData({ ...leaf, tableHash: entry.hash, ...story.leaf });
  const hashes = [0, 1, 2, 3].map((index) => leafHash(u32be(index))).toSpliced(2, 0, leafHash(data));
  const root = toHex(merkleRoot(hashes));
  const draw: DrawProof = {
    drawId,
    periodSeconds: 60,
    round,
    locksAtMs: tLock * 1000,
    dice,
    root,
    slipCount: 5,
    chain,
    signature,
    seed,
    table: { hash: entry.hash, entry },
    entries: {
      seal: logged({ type: 'seal', draw_id: drawId, root, count: '5' }),
      draw: logged({ type: 'draw', draw_id: drawId, round: String(round), signature, dice: textOf(dice) }),
      void: null,
    },
  };
  const receipt = {
    leafData: toHex(data),
    signature: toHex(ed25519.sign(receiptMessage(data), story.receiptKey ?? receiptKeys.secretKey)),
    publicKey: toHex(receiptKeys.publicKey),
    userName: 'mira',
    salt,
  };
  const proof = inclusionProof(hashes, 2).map(toHex);
  return { slip: { receipt, index: 2, count: 5, proof, draw }, leafHashes: hashes.map(toHex) };
}

function textOf([a, b, c]: Dice): [string, string, string] {
  return [String(a), String(b), String(c)];
}

function withDraw(slip: SlipProof, change: Partial<DrawProof>): SlipProof {
  return { ...slip, draw: { ...slip.draw, ...change } };
}

function withEntries(slip: SlipProof, change: Partial<DrawProof['entries']>): SlipProof {
  return withDraw(slip, { entries: { ...slip.draw.entries, ...change } });
}

/** `id` or `id: reason` of every step that does not hold, in order. */
function troubles({ steps }: Verification): string[] {
  return steps
    .filter(({ ok }) => ok !== true)
    .map(({ id, ok, reason }) => `${id} ${ok === null ? 'open' : 'refuted'}: ${reason}`);
}

const good = settled();
const pinned = { origin: table.origin, receiptKey: table.receipt_key, chainHash: chain.hash };
const options: VerifyOptions = { pinned, leafHashes: good.leafHashes };

describe('a draw as it should be', () => {
  test('holds at every step; without witnesses its time is not proven', () => {
    const found = verifySlip(good.slip, options);
    expect(troubles(found)).toEqual(['witness open: no-witness']);
    expect(found).toMatchObject({ verdict: 'time-not-proven', houseRun: true });
    expect(found.steps.map(({ id }) => id)).toEqual([
      'origin',
      'receipt',
      'table',
      'schedule',
      'witness',
      'seal',
      'inclusion',
      'beacon',
      'dice',
      'payout',
    ]);
    const payout = (250n * BigInt(table.multipliers[winning] ?? '')) / 10_000n;
    expect(found.steps.at(-1)?.values).toEqual({ stakeMinor: '250', payoutMinor: String(payout) });
    expect(verifySlip(good.slip, { payoutMinor: String(payout) }).verdict).toBe('time-not-proven');
  });

  test('holds for anybody, without a slip', () => {
    const found = verifyDraw(good.slip.draw, options);
    expect(found.verdict).toBe('time-not-proven');
    expect(found.steps.map(({ id }) => id)).toEqual([
      'origin',
      'table',
      'schedule',
      'witness',
      'seal',
      'beacon',
      'dice',
    ]);
  });

  test('witnesses named in the table alone prove nothing', () => {
    const { slip } = settled({ table: { ...table, witnesses: ['a', 'b', 'c'], quorum: '2' } });
    const found = verifySlip(slip, { pinned });
    expect(troubles(found)).toEqual(['witness open: no-checkpoints']);
    expect(found.verdict).toBe('time-not-proven');
  });

  test('a losing slip pays nothing', () => {
    const losing = dice[0] + dice[1] + dice[2] === 3 ? 's4' : 's3';
    const { slip } = settled({ leaf: { selections: [{ bet: losing, stakeMinor: 250n }] } });
    expect(verifySlip(slip).steps.at(-1)?.values.payoutMinor).toBe('0');
  });

  test('comes one step at a time, and no step twice', () => {
    const steps = drawSteps(good.slip.draw);
    expect(steps.next().value).toMatchObject({ id: 'origin' });
    expect(steps.next().value).toMatchObject({ id: 'table', ok: true });
    expect([...steps].map((step: Step) => step.id)).toEqual(['schedule', 'witness', 'seal', 'beacon', 'dice']);
  });
});

describe('before its end', () => {
  const open = { dice: null, signature: null, seed: null };
  const unsealed = withEntries(withDraw(good.slip, { ...open, root: null, slipCount: null }), {
    seal: null,
    draw: null,
  });

  test('a slip that is not sealed yet is pending', () => {
    const found = verifySlip({ ...unsealed, index: null, count: null, proof: null }, { pinned });
    expect(found.verdict).toBe('pending');
    expect(troubles(found)).toEqual([
      'witness open: no-witness',
      'seal open: not-sealed-yet',
      'inclusion open: not-sealed-yet',
      'beacon open: not-drawn-yet',
      'dice open: no-signature',
      'payout open: no-dice',
    ]);
  });

  test('a sealed slip is pending until the draw, its inclusion proven already', () => {
    const found = verifySlip(withEntries(withDraw(good.slip, open), { draw: null }), options);
    expect(found.verdict).toBe('pending');
    expect(found.steps.find(({ id }) => id === 'inclusion')?.ok).toBe(true);
  });

  test('dice that are not in the book yet are pending', () => {
    const found = verifySlip(withEntries(good.slip, { draw: null }), options);
    expect(found.verdict).toBe('pending');
    expect(troubles(found)).toContain('dice open: not-in-book-yet');
  });
});

describe('a void draw', () => {
  const entry = logged({ type: 'void', draw_id: drawId, reason: 'seal-late' });
  const undrawn = withDraw(good.slip, { dice: null, signature: null, seed: null, root: null, slipCount: null });
  const voided = withEntries(undrawn, { seal: null, draw: null, void: entry });

  test('gives the stakes back', () => {
    const found = verifySlip({ ...voided, index: null, count: null, proof: null }, { payoutMinor: '250' });
    expect(found.verdict).toBe('void');
    expect(found.steps.at(-1)).toMatchObject({ id: 'payout', ok: true, values: { payoutMinor: '250' } });
    expect(verifyDraw(voided.draw).verdict).toBe('void');
    expect(verifySlip(voided, { payoutMinor: '0' }).verdict).toBe('breach');
  });

  test('cannot be drawn as well', () => {
    const both = withEntries(good.slip, { void: entry });
    expect(troubles(verifySlip(both, options))).toContain('void refuted: void-and-drawn');
  });

  test('cannot borrow the void of another draw', () => {
    const other = logged({ type: 'void', draw_id: 'dice-60/1', reason: 'seal-late' });
    expect(troubles(verifyDraw(withEntries(voided, { void: other }).draw))).toContain('void refuted: other-draw');
  });
});

describe('a breach is found where it is', () => {
  const { slip } = good;
  const otherDice: Dice = [dice[1], dice[2], dice[0] === 6 ? 1 : 6];
  const sealOf = (change: object) =>
    logged({ type: 'seal', draw_id: drawId, root: slip.draw.root ?? '', count: '5', ...change });
  const drawOf = (change: object) =>
    logged({ type: 'draw', draw_id: drawId, round: String(round), signature, dice: textOf(dice), ...change });
  const otherRound = bls12_381.shortSignatures.sign(roundPoint(round + 1), beaconKey).toHex(true);
  const otherKey = new Uint8Array(32).fill(8);
  const receiptOf = (change: object): SlipProof => ({ ...slip, receipt: { ...slip.receipt, ...change } });
  const retabled = (change: Partial<TableEntry>) => settled({ table: { ...table, ...change } }).slip;

  const breaches: [string, SlipProof, string, VerifyOptions?][] = [
    ['another origin than pinned', slip, 'origin refuted: other-origin', { pinned: { origin: 'example.com/x' } }],
    [
      'another receipt key than pinned',
      slip,
      'origin refuted: other-receiptKey',
      { pinned: { receiptKey: '00'.repeat(32) } },
    ],
    ['another chain than pinned', slip, 'origin refuted: other-chainHash', { pinned: { chainHash: QUICKNET.hash } }],
    ['a receipt of another key', settled({ receiptKey: otherKey }).slip, 'receipt refuted: signature'],
    [
      'a receipt that names another key',
      receiptOf({ publicKey: toHex(ed25519.getPublicKey(otherKey)) }),
      'receipt refuted: other-key',
    ],
    ['a receipt to another name', receiptOf({ userName: 'mara' }), 'receipt refuted: commitment'],
    [
      'a receipt with damaged leaf data',
      receiptOf({ leafData: slip.receipt.leafData.slice(2) }),
      'receipt refuted: leaf-data',
    ],
    ['a receipt that is none', receiptOf({ leafData: null }), 'receipt refuted: malformed'],
    ['a slip of another house', settled({ leaf: { origin: 'example.com/x' } }).slip, 'receipt refuted: other-origin'],
    ['a slip of another draw', settled({ leaf: { drawId: 'dice-60/1' } }).slip, 'receipt refuted: other-draw'],
    ['a slip on another table', settled({ leaf: { tableHash: '00'.repeat(32) } }).slip, 'table refuted: other-table'],
    [
      'a slip accepted after the lock',
      settled({ leaf: { acceptedMs: tLock * 1000 } }).slip,
      'schedule refuted: accepted-after-lock',
    ],
    ['a slip with another round', settled({ leaf: { round: round + 1 } }).slip, 'schedule refuted: receipt-schedule'],
    ['a slip with another lock', settled({ leaf: { tLock: tLock + 60 } }).slip, 'schedule refuted: receipt-schedule'],
    ['a table of another lottery', retabled({ key: 'dice-61' }), 'table refuted: other-lottery'],
    ['a table not yet in force', retabled({ first_period: String(period + 1) }), 'table refuted: not-yet-in-force'],
    ['another period length', withDraw(slip, { periodSeconds: 30 }), 'table refuted: period-length'],
    ['another chain than the table’s', withDraw(slip, { chain: QUICKNET }), 'table refuted: other-chain'],
    [
      'a table hash that is not the body’s',
      withDraw(slip, { table: { hash: '00'.repeat(32), entry: tableEntry } }),
      'table refuted: entry-hash',
    ],
    [
      'a table body that was changed',
      withDraw(slip, {
        table: {
          hash: tableEntry.hash,
          entry: { ...tableEntry, body: tableEntry.body.replace('"stake_min":"100"', '"stake_min":"101"') },
        },
      }),
      'table refuted: entry-hash',
    ],
    ['another round', withDraw(slip, { round: round + 1 }), 'schedule refuted: other-round'],
    ['another lock', withDraw(slip, { locksAtMs: tLock * 1000 + 1 }), 'schedule refuted: other-lock'],
    ['dice without a seal', withEntries(slip, { seal: null }), 'seal refuted: drawn-unsealed'],
    [
      'the seal of another draw',
      withEntries(slip, { seal: sealOf({ draw_id: 'dice-60/1' }) }),
      'seal refuted: other-draw',
    ],
    [
      'another root in the book',
      withEntries(slip, { seal: sealOf({ root: '00'.repeat(32) }) }),
      'seal refuted: other-seal',
    ],
    ['another count in the book', withEntries(slip, { seal: sealOf({ count: '6' }) }), 'seal refuted: other-seal'],
    [
      'a seal whose hash is not its body’s',
      withEntries(slip, { seal: { ...sealOf({}), hash: '00'.repeat(32) } }),
      'seal refuted: entry-hash',
    ],
    ['a slip dropped from the list', slip, 'seal refuted: count', { leafHashes: good.leafHashes.slice(1) }],
    [
      'a slip changed in the list',
      slip,
      'seal refuted: root',
      { leafHashes: good.leafHashes.with(2, '00'.repeat(32)) },
    ],
    [
      'a slip that is not in the seal',
      { ...slip, receipt: settled({ leaf: { acceptedMs: 1 } }).slip.receipt },
      'inclusion refuted: path',
    ],
    ['another place in the seal', { ...slip, index: 3 }, 'inclusion refuted: path'],
    ['another count in the proof', { ...slip, count: 6 }, 'inclusion refuted: count'],
    [
      'the signature of another round',
      withEntries(withDraw(slip, { signature: otherRound }), {
        draw: drawOf({ signature: otherRound }),
      }),
      'beacon refuted: signature',
    ],
    [
      'another signature in the book',
      withEntries(slip, { draw: drawOf({ signature: otherRound }) }),
      'beacon refuted: other-signature',
    ],
    ['another round in the book', withEntries(slip, { draw: drawOf({ round: '7' }) }), 'beacon refuted: other-round'],
    [
      'the draw entry of another draw',
      withEntries(slip, { draw: drawOf({ draw_id: 'dice-60/1' }) }),
      'beacon refuted: other-draw',
    ],
    [
      'dice without a signature',
      withEntries(withDraw(slip, { signature: null }), { draw: null }),
      'beacon refuted: no-signature',
    ],
    ['other dice', withDraw(slip, { dice: otherDice }), 'dice refuted: dice'],
    [
      'other dice in the book',
      withEntries(slip, { draw: drawOf({ dice: textOf(otherDice) }) }),
      'dice refuted: entry-dice',
    ],
    ['another seed', withDraw(slip, { seed: '00'.repeat(32) }), 'dice refuted: seed'],
    ['another payout', slip, 'payout refuted: payout', { payoutMinor: '1' }],
  ];

  test.each(breaches)('%s', (_name, bundle, trouble, more = {}) => {
    const found = verifySlip(bundle, more);
    expect(troubles(found)).toContain(trouble);
    expect(found.verdict).toBe('breach');
  });

  const malformed: unknown[] = [null, undefined, {}, { draw: null }, { draw: {} }, 'x', [], { draw: { entries: 5 } }];

  test.each(malformed)('a malformed bundle %#', (bundle) => {
    expect(verifySlip(bundle as SlipProof).verdict).toBe('breach');
    expect(verifyDraw(bundle as DrawProof).verdict).toBe('breach');
  });

  test('a bundle without a receipt', () => {
    expect(verifySlip({ ...slip, receipt: null } as unknown as SlipProof).verdict).toBe('breach');
  });
});
