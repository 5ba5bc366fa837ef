import { describe, expect, test } from 'vitest';
import { draw, slip, story, withDraw } from '../tests/bend-slip.ts';
import { bent, check, found, READER } from '../tests/checking.ts';
import { voidedStory } from '../tests/stories.ts';
import type { DrawProof, SlipProof } from './proof.ts';
import { verifyDraw, verifySlip } from './verify.ts';

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

  test('proves nothing if the pinned key is null', () => {
    for (const options of [
      { ...READER, pinned: { ...READER.pinned, logKey: null } },
      { ...READER, pinned: null },
      null,
    ]) {
      for (const answer of [verifySlip(slip, options as never), verifyDraw(slip.draw, options as never)]) {
        expect(answer.verdict).toBe('incomplete');
        expect(answer.steps.some(({ state }) => state === 'ok')).toBe(false);
      }
    }
  });

  test('takes numbers for numbers only', () => {
    expect(check(withDraw({ slipCount: '5' as never }))).toBe('seal: other-seal');
    expect(check({ ...slip, count: '5' as never })).toBe('inclusion: count');
    expect(check(withDraw({ dice: draw.dice.map(String) as never }))).toBe('dice: dice');
    expect(check(withDraw({ dice: [...draw.dice, 1] as never }))).toBe('dice: dice');
    expect(check(withDraw({ dice: draw.dice.slice(0, 2) as never }))).toBe('dice: dice');
    const holed = [...draw.dice];
    delete holed[1];
    expect(check(withDraw({ dice: holed as never }))).toBe('dice: dice');
    expect(check(withDraw({ dice: '123456' as never }))).toBe('dice: malformed');
  });

  test('without its table asks the house for that alone', () => {
    const { hash, entry } = slip.draw.table;
    for (const table of [null, {}, { hash }, { hash, entry: null }, { hash, entry: { ...entry, body: null } }]) {
      expect(check(withDraw({ table: table as never }))).toBe('incomplete, origin no-table');
    }
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
