import { describe, expect, test } from 'vitest';
import { draw, leafOf, logged, slip, statesOf, story, withDraw } from '../tests/bend-slip.ts';
import { beaconSignature, LOG, ORIGIN, OTHER_LOG, RECEIPT_KEYS, WITNESSES } from '../tests/book-kit.ts';
import { bent, check, found, READER } from '../tests/checking.ts';
import { readerOf, undrawn, unsealed, voidedStory, witnessedStory } from '../tests/stories.ts';
import { toHex } from './bytes.ts';
import { NOTE_COSIGNATURE, NOTE_ED25519, parseVerifierKey, verifierKeyOf } from './note.ts';
import type { Step } from './proof.ts';
import { EXIT_CODES } from './verdict.ts';
import { drawSteps, verifyDraw, verifySlip } from './verify.ts';

const publicStory = witnessedStory({ beacon: 'public' });

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

  test('is incomplete if the house does not provide the list of bets', () => {
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
    const signs = parseVerifierKey(c)?.publicKey ?? '';
    expect(gaps([a, b, verifierKeyOf('log.example/w', NOTE_ED25519, signs)])).toEqual(['few-witnesses']);
  });

  test('pays by the table and the dice', () => {
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
  test('leaves every step open, and asks the reader for it', () => {
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

  test('a result withheld by the house is shown, if the verifier has the public round', () => {
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

  test('is void only after every witness of the table was queried and answered', () => {
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
