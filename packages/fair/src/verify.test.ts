import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import {
  beaconSignature,
  LOG,
  ORIGIN,
  OTHER_LOG,
  RECEIPT_KEYS,
  tableOf,
  textOf,
  WITNESSES,
} from '../tests/book-kit.ts';
import { bent, check, found, READER } from '../tests/checking.ts';
import { readerOf, undrawn, unsealed, voidedStory, witnessedStory } from '../tests/stories.ts';
import { QUICKNET, roundPoint } from './beacon.ts';
import { fromHex, toHex } from './bytes.ts';
import { encodeEntry, entryHash } from './entries.ts';
import type { Entry } from './entry-types.ts';
import { NOTE_COSIGNATURE, parseVerifierKey, verifierKeyOf } from './note.ts';
import type { BookEntry, DrawProof, FateClaim, SlipProof, Step, Verification, VerifyOptions } from './proof.ts';
import { parseSlipLeafData, receiptMessage, type SlipLeaf, slipLeafData } from './receipt.ts';
import { EXIT_CODES } from './verdict.ts';
import { drawSteps, verifyDraw, verifySlip } from './verify.ts';

const publicStory = witnessedStory({ beacon: 'public' });
const story = witnessedStory();
const { slip, draw } = story;
const leafHashes = story.leaves.map(toHex);

function logged(entry: Entry): BookEntry {
  const body = encodeEntry(entry);
  return { seq: 1, type: entry.type, hash: entryHash(body), body, atMs: 0 };
}

function withDraw(change: Partial<DrawProof>): SlipProof {
  return { ...slip, draw: { ...slip.draw, ...change } };
}

function withEntries(change: Partial<DrawProof['entries']>, draw: Partial<DrawProof> = {}): SlipProof {
  return withDraw({ ...draw, entries: { ...slip.draw.entries, ...change } });
}

/** The slip with another leaf, signed with the receipt key or another. */
function leafOf(change: Partial<SlipLeaf>, key: Uint8Array = RECEIPT_KEYS.secretKey): SlipProof {
  const leaf = parseSlipLeafData(fromHex(slip.receipt.leafData));
  if (leaf === null) throw new Error('no leaf');
  const data = slipLeafData({ ...leaf, ...change });
  const signature = toHex(ed25519.sign(receiptMessage(data), key));
  return { ...slip, receipt: { ...slip.receipt, leafData: toHex(data), signature } };
}

function statesOf({ steps }: Verification): string[] {
  return steps.map(({ id, state, reason }) => (state === 'ok' ? id : `${id} ${state} ${reason}`));
}

describe('an honest draw', () => {
  test('with three witnesses and the public beacon is verified, at every step', () => {
    const options = { ...readerOf(publicStory), leafHashes: publicStory.leaves.map(toHex), payoutMinor: undefined };
    const whole = verifySlip(publicStory.slip, options);
    expect(statesOf(whole)).toEqual([
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
    expect(whole).toMatchObject({ verdict: 'verified', timeGaps: [], missing: [], houseRun: false, withheld: null });
    expect(whole.steps.find(({ id }) => id === 'seal')?.values).toMatchObject({ count: '5', leaves: 'recomputed' });
    const forAnybody = verifyDraw(publicStory.slip.draw, readerOf(publicStory));
    expect(forAnybody.verdict).toBe('verified');
    expect(statesOf(forAnybody)).toEqual(['origin', 'table', 'schedule', 'witness', 'seal', 'beacon', 'dice']);
  });

  test('is incomplete where the house does not hand out the list of bets', () => {
    const withheld = verifySlip(publicStory.slip, { ...readerOf(publicStory), leafHashes: null });
    expect(statesOf(withheld).filter((state) => state.includes('open'))).toEqual(['seal open no-slips']);
    expect(withheld).toMatchObject({
      verdict: 'incomplete',
      missing: [{ step: 'seal', reason: 'no-slips', from: 'house' }],
    });
  });

  test.each([
    [0, 'local', ['no-witnesses', 'house-run-beacon']],
    [1, 'local', ['few-witnesses', 'house-run-beacon']],
    [2, 'local', ['few-witnesses', 'house-run-beacon']],
    [3, 'local', ['house-run-beacon']],
    [0, 'public', ['no-witnesses']],
    [1, 'public', ['few-witnesses']],
    [2, 'public', ['few-witnesses']],
  ] as const)('with %i witnesses and a %s beacon has no proven time, and says why', (witnesses, beacon, timeGaps) => {
    const weak = witnessedStory({ witnesses, beacon });
    const whole = verifySlip(weak.slip, readerOf(weak));
    expect(whole).toMatchObject({ verdict: 'time-not-proven', timeGaps, missing: [], houseRun: beacon === 'local' });
    // The step of the time is not ok without three witnesses; all others are.
    const open = whole.steps.filter(({ state }) => state !== 'ok').map(({ id, reason }) => [id, reason]);
    expect(open).toEqual(witnesses === 3 ? [] : [['witness', timeGaps[0]]]);
  });

  test('has witnesses only in different keys that are not the house’s', () => {
    const gaps = (witnesses: string[]) => {
      const weak = witnessedStory({ beacon: 'public', table: { witnesses, quorum: '2' } });
      return verifySlip(weak.slip, readerOf(weak)).timeGaps;
    };
    const [a = '', b = '', c = ''] = WITNESSES.map(({ vkey }) => vkey);
    const key = parseVerifierKey(b)?.publicKey ?? '';
    const own = toHex(RECEIPT_KEYS.publicKey);
    const book = parseVerifierKey(LOG.vkey)?.publicKey ?? '';
    expect(gaps([a, b, c])).toEqual([]);
    expect(gaps([a, b, verifierKeyOf('again.example/w', NOTE_COSIGNATURE, key)])).toEqual(['few-witnesses']);
    expect(gaps([a, b, verifierKeyOf('house.example/w', NOTE_COSIGNATURE, own)])).toEqual(['few-witnesses']);
    expect(gaps([a, b, verifierKeyOf('house.example/w', NOTE_COSIGNATURE, book)])).toEqual(['few-witnesses']);
    expect(gaps([a, b, 'no key'])).toEqual(['few-witnesses']);
  });

  test('pays what the table says on the dice', () => {
    const winning = leafOf({
      selections: [{ bet: `s${draw.dice[0] + draw.dice[1] + draw.dice[2]}` as 's11', stakeMinor: 250n }],
    });
    const sum = `s${draw.dice[0] + draw.dice[1] + draw.dice[2]}` as 's11';
    const paid = (250n * BigInt(story.table.multipliers[sum] ?? '')) / 10_000n;
    // The leaf is not in the seal, so only the payout is looked at.
    expect(verifySlip(winning, READER).steps.at(-1)?.values).toEqual({ stakeMinor: '250', payoutMinor: String(paid) });
    const losing = leafOf({ selections: [{ bet: (sum as string) === 's3' ? 's4' : 's3', stakeMinor: 250n }] });
    expect(verifySlip(losing, READER).steps.at(-1)?.values.payoutMinor).toBe('0');
  });

  test('comes one step at a time, and no step twice', () => {
    const steps = drawSteps(slip.draw, READER);
    expect(steps.next().value).toMatchObject({ id: 'origin' });
    expect(steps.next().value).toMatchObject({ id: 'table', state: 'ok' });
    expect([...steps].map((step: Step) => step.id)).toEqual(['schedule', 'witness', 'seal', 'beacon', 'dice']);
  });
});

describe('a book key that the reader did not pin', () => {
  test('leaves every step open, and the reader is asked for it', () => {
    const unpinned = verifySlip(publicStory.slip, { ...readerOf(publicStory), pinned: { origin: ORIGIN } });
    expect(unpinned.steps.every(({ state, reason }) => state === 'open' && reason === 'not-pinned')).toBe(true);
    expect(unpinned.missing).toEqual([{ step: 'origin', reason: 'not-pinned', from: 'reader' }]);
    expect(unpinned.verdict).toBe('incomplete');
  });

  test('and is refuted where this device saw another first', () => {
    const options = { witnessAnswers: READER.witnessAnswers, firstSeenLogKey: OTHER_LOG.vkey };
    expect(found(verifySlip(slip, options))).toBe('origin: other-logKey');
    expect(verifySlip(slip, { ...options, firstSeenLogKey: READER.pinned?.logKey ?? '' }).verdict).toBe('incomplete');
  });

  test('does not hide a breach', () => {
    expect(verifySlip(withDraw({ seed: '00'.repeat(32) }), {}).verdict).toBe('breach');
  });
});

describe('a draw that somebody without the book’s key made up', () => {
  const forgedTable = { ...story.table, receipt_key: toHex(ed25519.getPublicKey(new Uint8Array(32).fill(9))) };
  const table = logged(forgedTable);
  const made = withDraw({ table: { hash: table.hash, entry: table } });

  test.each([
    ['without evidence of the book', { ...made, draw: { ...made.draw, book: null } }, 'incomplete'],
    ['with a table that is in no book', made, 'breach'],
    [
      'with no place for the table',
      bent(story, { table: null }, { table: { hash: table.hash, entry: table } }),
      'incomplete',
    ],
    ['with a book of its own key', bent(story, { logKey: OTHER_LOG.vkey }), 'breach'],
  ])('%s is never believed', (_how, proof, verdict) => {
    expect(verifyDraw(proof.draw, READER).verdict).toBe(verdict);
  });

  test.each([
    ['without evidence of the book', { book: null }],
    [
      'with an old checkpoint and no place',
      { book: { ...story.evidence, inTime: story.evidence.before, after: null } },
    ],
    ['with a place of another entry', { book: { ...story.evidence, entries: [], inTime: story.evidence.before } }],
  ])('a void %s is not void', (_how, change) => {
    const voided = logged({ type: 'void', draw_id: draw.drawId, reason: 'seal-late', table: slip.draw.table.hash });
    const nothing = { dice: null, signature: null, seed: null, root: null, slipCount: null };
    const proof = withEntries({ seal: null, draw: null, void: voided }, { ...nothing, ...change });
    for (const witnesses of [0, 1, 3]) {
      const of = witnessedStory({ witnesses });
      const verdicts = [
        verifyDraw(proof.draw, READER),
        verifyDraw({ ...proof.draw, table: of.slip.draw.table }, READER),
      ];
      for (const { verdict } of verdicts) expect(['incomplete', 'breach']).toContain(verdict);
    }
  });
});

describe('before its end', () => {
  const atMs = (seconds: number) => ({ nowMs: seconds * 1000 });

  test('an unsealed slip is pending for a minute after the lock, then overdue', () => {
    const open = unsealed(story);
    expect(check(open, atMs(draw.tLock - 30))).toBe('pending, seal not-sealed-yet');
    expect(check(open, { nowMs: draw.tLock * 1000 + 59_999 })).toBe('pending, seal not-sealed-yet');
    expect(check(open, atMs(draw.tLock + 60))).toBe('overdue, seal not-sealed-yet');
    expect(check(open)).toBe('overdue, seal not-sealed-yet');
  });

  test('a sealed slip is pending for a minute after the round, then overdue; its inclusion is proven already', () => {
    const open = undrawn(story);
    const early = verifySlip(open, { ...READER, nowMs: draw.draws * 1000 + 59_999 });
    expect(found(early)).toBe('pending, beacon not-drawn-yet');
    expect(early.steps.find(({ id }) => id === 'inclusion')?.state).toBe('ok');
    expect(check(open, atMs(draw.draws + 60))).toBe('overdue, beacon not-drawn-yet');
    expect(check(open)).toBe('overdue, beacon not-drawn-yet');
  });

  test('the result that the house withholds is shown, if the verifier has the public round itself', () => {
    const open = undrawn(publicStory);
    const { signature, dice } = publicStory.draw;
    const options = { ...readerOf(publicStory), beaconSignature: signature };
    expect(verifySlip(open, options)).toMatchObject({ verdict: 'overdue', withheld: { signature, dice } });
    expect(verifySlip(open, { ...options, beaconSignature: beaconSignature(7) }).withheld).toBeNull();
    expect(verifySlip(open, { ...options, nowMs: publicStory.draw.draws * 1000 })).toMatchObject({
      verdict: 'pending',
      withheld: null,
    });
    // Of a house's own beacon a signature proves nothing.
    expect(verifySlip(undrawn(story), { ...READER, beaconSignature: draw.signature }).withheld).toBeNull();
  });

  test('dice without their place in the book are pending, then incomplete', () => {
    const open = bent(story, { after: null });
    expect(check(open, atMs(draw.draws + 5))).toBe('pending, dice no-draw-place');
    expect(check(open, atMs(draw.draws + 60))).toBe('incomplete, dice no-draw-place');
  });
});

describe('a void draw', () => {
  test.each([
    [3, 'public', 'void', 0],
    [3, 'local', 'void-time-not-proven', 3],
    [2, 'public', 'void-time-not-proven', 3],
    [1, 'public', 'void-time-not-proven', 3],
    [0, 'public', 'void-time-not-proven', 3],
  ] as const)('with %i witnesses and a %s beacon is %s, and gives the stakes back', (...given) => {
    const [witnesses, beacon, verdict, exit] = given;
    const voided = voidedStory({ witnesses, beacon });
    const whole = verifySlip(voided.slip, { ...readerOf(voided), payoutMinor: '250' });
    expect(whole.verdict).toBe(verdict);
    expect(EXIT_CODES[whole.verdict]).toBe(exit);
    const gap = whole.timeGaps.find((one) => one !== 'house-run-beacon');
    const witness = gap === undefined ? 'witness' : `witness open ${gap}`;
    expect(statesOf(whole)).toEqual(['origin', 'receipt', 'table', 'schedule', witness, 'void', 'payout']);
    expect(whole.steps.at(-1)?.values.payoutMinor).toBe('250');
    expect(verifyDraw(voided.slip.draw, readerOf(voided)).verdict).toBe(verdict);
    expect(check(voided.slip, { ...readerOf(voided), payoutMinor: '0' })).toBe('payout: payout');
  });

  test('is void only after every witness of the table was asked and answered', () => {
    const voided = voidedStory();
    const [first, second] = voided.table.witnesses;
    for (const witnessAnswers of [undefined, [], [first ?? '', second ?? '']]) {
      const { verdict, missing } = verifySlip(voided.slip, { ...READER, witnessAnswers });
      expect(verdict).toBe('incomplete');
      expect(missing).toEqual([{ step: 'void', reason: 'witness-silent', from: 'witnesses' }]);
    }
  });

  test('stays void where the verifier has the round’s signature: the stakes went back before it', () => {
    const voided = voidedStory({ beacon: 'public' });
    const options = { ...readerOf(voided), beaconSignature: voided.draw.signature, nowMs: voided.draw.draws * 2000 };
    expect(verifySlip(voided.slip, options).verdict).toBe('void');
  });

  test('cannot be drawn as well, nor borrow the void of another draw', () => {
    const voided = voidedStory();
    const both = { ...voided.slip.draw, dice: draw.dice };
    expect(found(verifyDraw(both, READER))).toBe('void: void-and-drawn');
    const other = logged({ type: 'void', draw_id: 'dice-60/1', reason: 'seal-late', table: voided.tableHash });
    const borrowed = { ...voided.slip.draw, entries: { ...voided.slip.draw.entries, void: other } };
    expect(found(verifyDraw(borrowed, READER))).toBe('void: other-draw');
  });

  test('is pending for a minute after its round while its place is not shown, then incomplete', () => {
    const voided = voidedStory();
    const unplaced = bent(voided, { after: null });
    expect(check(unplaced, { nowMs: draw.draws * 1000 })).toBe('pending, void no-void-place');
    expect(check(unplaced)).toBe('incomplete, void no-void-place');
  });
});

describe('a breach is found where it is', () => {
  const otherDice = textOf([draw.dice[1], draw.dice[2], draw.dice[0] === 6 ? 1 : 6]);
  const sealOf = (change: object) =>
    logged({
      type: 'seal',
      draw_id: draw.drawId,
      root: slip.draw.root ?? '',
      count: '5',
      table: story.tableHash,
      ...change,
    });
  const resultOf = (change: object) => {
    const { drawId, round, signature, dice } = draw;
    return logged({ type: 'draw', draw_id: drawId, round: String(round), signature, dice: textOf(dice), ...change });
  };
  const otherRound = bls12_381.shortSignatures.sign(roundPoint(draw.round + 1), new Uint8Array(32).fill(5)).toHex(true);
  const otherKey = new Uint8Array(32).fill(8);
  const receiptOf = (change: object): SlipProof => ({ ...slip, receipt: { ...slip.receipt, ...change } });
  const { table } = slip.draw;
  const retabled = (change: object) => {
    const entry = logged(tableOf(change));
    return withDraw({ table: { hash: entry.hash, entry } });
  };

  const breaches: [string, SlipProof, string, VerifyOptions?][] = [
    ['another origin than pinned', slip, 'origin: other-origin', { pinned: { ...READER.pinned, origin: 'a.b/x' } }],
    [
      'another receipt key than pinned',
      slip,
      'origin: other-receiptKey',
      { pinned: { ...READER.pinned, receiptKey: '00'.repeat(32) } },
    ],
    [
      'another chain than pinned',
      slip,
      'origin: other-chainHash',
      { pinned: { ...READER.pinned, chainHash: QUICKNET.hash } },
    ],
    ['another book key than pinned', slip, 'origin: other-logKey', { pinned: { logKey: OTHER_LOG.vkey } }],
    ['a receipt of another key', leafOf({}, otherKey), 'receipt: signature'],
    [
      'a receipt that names another key',
      receiptOf({ publicKey: toHex(ed25519.getPublicKey(otherKey)) }),
      'receipt: other-key',
    ],
    ['a receipt to another name', receiptOf({ userName: 'mara' }), 'receipt: commitment'],
    ['a receipt with damaged leaf data', receiptOf({ leafData: slip.receipt.leafData.slice(2) }), 'receipt: leaf-data'],
    ['a receipt that is none', receiptOf({ leafData: 5 }), 'receipt: malformed'],
    ['a slip of another house', leafOf({ origin: 'example.com/x' }), 'receipt: other-origin'],
    ['a slip of another draw', leafOf({ drawId: 'dice-60/1' }), 'receipt: other-draw'],
    ['a slip on another table', leafOf({ tableHash: '00'.repeat(32) }), 'table: other-table'],
    ['a slip accepted after the lock', leafOf({ acceptedMs: draw.tLock * 1000 }), 'schedule: accepted-after-lock'],
    ['a slip with another round', leafOf({ round: draw.round + 1 }), 'schedule: receipt-schedule'],
    ['a slip with another lock', leafOf({ tLock: draw.tLock + 60 }), 'schedule: receipt-schedule'],
    ['a table of another lottery', retabled({ key: 'dice-61' }), 'table: other-lottery'],
    ['a table not yet in force', retabled({ first_period: String(draw.period + 1) }), 'table: not-yet-in-force'],
    ['another period length', withDraw({ periodSeconds: 30 }), 'table: period-length'],
    ['another chain than the table’s', withDraw({ chain: QUICKNET }), 'table: other-chain'],
    [
      'a table hash that is not the body’s',
      withDraw({ table: { hash: '00'.repeat(32), entry: table.entry } }),
      'table: entry-hash',
    ],
    [
      'a table body that was changed',
      withDraw({
        table: {
          hash: table.hash,
          entry: { ...table.entry, body: table.entry.body.replace('"stake_min":"100"', '"stake_min":"101"') },
        },
      }),
      'table: entry-hash',
    ],
    ['another round', withDraw({ round: draw.round + 1 }), 'schedule: other-round'],
    ['another lock', withDraw({ locksAtMs: draw.tLock * 1000 + 1 }), 'schedule: other-lock'],
    ['the seal of another draw', withEntries({ seal: sealOf({ draw_id: 'dice-60/1' }) }), 'seal: other-draw'],
    ['another root in the seal', withEntries({ seal: sealOf({ root: '00'.repeat(32) }) }), 'seal: other-seal'],
    ['another count in the seal', withEntries({ seal: sealOf({ count: '6' }) }), 'seal: other-seal'],
    ['a seal under another table', withEntries({ seal: sealOf({ table: '00'.repeat(32) }) }), 'seal: other-table'],
    ['another root beside the seal', withDraw({ root: '00'.repeat(32) }), 'seal: other-seal'],
    ['another count beside the seal', withDraw({ slipCount: 6 }), 'seal: other-seal'],
    [
      'a seal whose hash is not its body’s',
      withEntries({ seal: { ...sealOf({}), hash: '00'.repeat(32) } }),
      'seal: entry-hash',
    ],
    ['a slip dropped from the list', slip, 'seal: count', { leafHashes: leafHashes.slice(1) }],
    ['a slip changed in the list', slip, 'seal: root', { leafHashes: leafHashes.with(2, '00'.repeat(32)) }],
    ['a slip that is not in the seal', leafOf({ acceptedMs: 1 }), 'inclusion: path'],
    ['another place in the seal', { ...slip, index: 3 }, 'inclusion: path'],
    ['another count in the proof', { ...slip, count: 6 }, 'inclusion: count'],
    [
      'the signature of another round',
      withEntries({ draw: resultOf({ signature: otherRound }) }, { signature: otherRound }),
      'beacon: signature',
    ],
    [
      'another signature in the book',
      withEntries({ draw: resultOf({ signature: otherRound }) }),
      'beacon: other-signature',
    ],
    ['another round in the book', withEntries({ draw: resultOf({ round: '7' }) }), 'beacon: other-round'],
    ['the draw entry of another draw', withEntries({ draw: resultOf({ draw_id: 'dice-60/1' }) }), 'beacon: other-draw'],
    ['a draw entry of another type', withEntries({ draw: { ...resultOf({}), type: 'void' } }), 'beacon: entry-hash'],
    ['other dice', withDraw({ dice: otherDice.map(Number) as [number, number, number] }), 'dice: dice'],
    ['other dice in the book', withEntries({ draw: resultOf({ dice: otherDice }) }), 'dice: entry-dice'],
    ['another seed', withDraw({ seed: '00'.repeat(32) }), 'dice: seed'],
    ['another payout', slip, 'payout: payout', { payoutMinor: '1' }],
  ];

  test.each(breaches)('%s', (_name, bundle, trouble, more = {}) => {
    expect(check(bundle, more)).toBe(trouble);
    expect(verifySlip(bundle, { ...READER, ...more }).verdict).toBe('breach');
  });
});

describe('a bundle without its parts', () => {
  const empty: unknown[] = [null, undefined, {}, { draw: null }, { draw: {} }, { draw: { entries: {} } }];

  test.each(empty)('is incomplete %#', (bundle) => {
    expect(verifySlip(bundle as SlipProof, READER).verdict).toBe('incomplete');
    expect(verifyDraw(bundle as DrawProof, READER).verdict).toBe('incomplete');
  });

  const malformed: unknown[] = ['x', 5, { draw: { table: 5 } }, { draw: { table: { entry: { body: 5 } } } }];

  test.each(malformed)('of the wrong shape is never believed, and never thrown at %#', (bundle) => {
    expect(['breach', 'incomplete']).toContain(verifySlip(bundle as SlipProof, READER).verdict);
    expect(['breach', 'incomplete']).toContain(verifyDraw(bundle as DrawProof, READER).verdict);
  });

  test('takes numbers for numbers only', () => {
    expect(check(withDraw({ slipCount: '5' as never }))).toBe('seal: other-seal');
    expect(check({ ...slip, count: '5' as never })).toBe('inclusion: count');
    expect(check(withDraw({ dice: draw.dice.map(String) as never }))).toBe('dice: dice');
    expect(check(withDraw({ dice: [...draw.dice, 1] as never }))).toBe('dice: dice');
    expect(check(withDraw({ dice: '123456' as never }))).toBe('dice: malformed');
  });

  test('with an empty place is like one without', () => {
    const { after } = story.evidence;
    const emptied = bent(story, { after: { ...after, draw: {} } as never });
    expect(check(emptied, { nowMs: draw.draws * 1000 })).toBe('pending, dice no-draw-place');
    expect(check(emptied)).toBe('incomplete, dice no-draw-place');
  });

  test('names what is missing and who should provide it', () => {
    const { receipt: _, ...without } = slip;
    const found = verifySlip(without as SlipProof, READER);
    expect(found.verdict).toBe('incomplete');
    expect(found.missing).toEqual([{ step: 'receipt', reason: 'no-receipt', from: 'reader' }]);
    expect(verifySlip(bent(story, { table: null }), READER).missing).toEqual([
      { step: 'table', reason: 'no-table-place', from: 'house' },
    ]);
  });
});

describe('dice without a seal', () => {
  const evidence = { ...voidedStory().evidence, after: null };

  test('are refuted, whatever else is left out', () => {
    const nothing = { seal: null, draw: null, void: null };
    const whole = { ...slip.draw, book: evidence };
    expect(found(verifyDraw(whole, READER))).toBe('seal: not-in-time');
    expect(found(verifyDraw({ ...whole, entries: nothing }, READER))).toBe('seal: not-in-time');
    expect(
      found(verifyDraw({ ...whole, dice: null, entries: { ...nothing, draw: slip.draw.entries.draw } }, READER)),
    ).toBe('seal: not-in-time');
  });
});

describe('what other sources say of the draw', () => {
  const own = { drawId: draw.drawId, tableHash: slip.draw.table.hash, seal: slip.draw.entries.seal?.body ?? null };
  const drawn: FateClaim = { ...own, fate: 'drawn', dice: draw.dice };

  test('agrees, or is a breach', () => {
    expect(check(slip, { claims: [drawn] })).toBe('time-not-proven');
    expect(check(slip, { claims: [{ ...drawn, drawId: 'dice-60/1', dice: [1, 1, 1] }] })).toBe('time-not-proven');
    expect(check(slip, { claims: [drawn, { ...drawn, dice: [6, 6, 6] }] })).toBe('claims: two-results');
    expect(check(slip, { claims: [{ ...drawn, seal: 'x' }] })).toBe('claims: two-seals');
    expect(check(slip, { claims: [{ ...drawn, tableHash: 'x' }] })).toBe('claims: two-tables');
  });

  test('is compared with each other where the bundle says nothing of a fate', () => {
    const silent = undrawn(story);
    const claims: FateClaim[] = [drawn, { ...drawn, dice: [6, 6, 6] }];
    expect(check(silent, { claims: claims.slice(0, 1) })).not.toContain('claims');
    expect(check(silent, { claims })).toBe('claims: two-results');
  });

  test('a void beside a draw is a breach, unless witnesses saw the seal in time', () => {
    const voided = { ...own, seal: null, fate: 'void', dice: null } as const;
    const unwitnessed = witnessedStory({ witnesses: 0 });
    const claims = [{ ...voided, tableHash: unwitnessed.slip.draw.table.hash }];
    expect(check(unwitnessed.slip, { claims })).toBe('claims: two-fates');
    const seenAt = (seconds: number): VerifyOptions => ({ claims: [{ ...voided, seenMs: seconds * 1000 }] });
    expect(check(slip, seenAt(draw.draws))).toBe('time-not-proven');
    expect(check(slip, seenAt(draw.draws + 600))).toBe('claims: two-fates');
    expect(check(slip, { claims: [voided] })).toBe('claims: two-fates');
    expect(check(slip, { ...seenAt(draw.draws + 5), nowMs: (draw.draws + 4) * 1000 })).toBe('claims: two-fates');
    const other = voidedStory();
    expect(check(other.slip, { claims: [{ ...drawn, seal: null }] })).toBe('claims: two-fates');
  });
});
