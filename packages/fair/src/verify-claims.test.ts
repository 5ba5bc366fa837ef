import { describe, expect, test } from 'vitest';
import { draw, slip, story } from '../tests/bend-slip.ts';
import { two } from '../tests/book-kit.ts';
import { bent, check, READER } from '../tests/checking.ts';
import { undrawn, voidedStory, witnessedStory } from '../tests/stories.ts';
import type { FateClaim, VerifyOptions } from './proof.ts';
import { verifySlip } from './verify.ts';

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

  test('is compared once, however often it is repeated', () => {
    const others = 2_000;
    let reads = 0;
    const claim = {
      ...drawn,
      get seal() {
        reads += 1;
        return drawn.seal;
      },
    };
    expect(check(slip, { claims: Array<FateClaim>(others).fill(claim) })).toBe('time-not-proven');
    expect(reads).toBeLessThan(10 * others);
    const claims = [...Array<FateClaim>(others).fill(drawn), { ...drawn, dice: [6, 6, 6] as const }];
    expect(check(slip, { claims: claims as FateClaim[] })).toBe('claims: two-results');
  });

  test('is compared also where it is malformed, as often as it is repeated', () => {
    const bad = { ...drawn, dice: 5 } as unknown as FateClaim;
    expect(check(undrawn(story), { claims: [bad, bad] })).toBe(check(undrawn(story), { claims: [bad, { ...bad }] }));
    expect(check(undrawn(story), { claims: [bad, bad] })).toContain('claims: malformed');
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
    expect(check(slip, { ...seenAt(draw.draws + 5), nowMs: (draw.draws + 4) * 1000 })).toBe('claims: two-fates');
    const other = voidedStory();
    expect(check(other.slip, { claims: [{ ...drawn, seal: null }] })).toBe('claims: two-fates');
  });

  describe('a void without a witnessed time', () => {
    const voided = { ...own, seal: null, fate: 'void', dice: null } as const;
    const missing = 'incomplete, claims undated-void';

    test('leaves the step open beside a draw that witnesses saw sealed in time', () => {
      expect(check(slip, { claims: [voided] })).toBe(missing);
      expect(check(slip, { claims: [voided], nowMs: draw.draws * 2000 })).toBe(missing);
      expect(verifySlip(slip, { ...READER, claims: [voided] }).missing).toEqual([
        { step: 'claims', reason: 'undated-void', from: 'reader' },
      ]);
      // A refuted claim beside it counts all the same.
      expect(check(slip, { claims: [voided, { ...drawn, dice: [6, 6, 6] }] })).toBe('claims: two-results');
    });

    test('is a breach where no witness can have overridden it', () => {
      const unwitnessed = witnessedStory({ witnesses: 0 });
      const claims = [{ ...voided, tableHash: unwitnessed.slip.draw.table.hash }];
      expect(check(unwitnessed.slip, { claims })).toBe('claims: two-fates');
      expect(check(bent(story, { logKey: '' }), { claims: [voided] })).toBe('claims: two-fates');
    });

    test('in a file, may have been overridden if not all witnesses were queried', () => {
      const old = voidedStory();
      const claims = [{ ...drawn, seal: null }];
      const options = { claims, undated: true, nowMs: draw.draws * 2000 };
      const [first = ''] = old.table.witnesses;
      expect(check(old.slip, { ...options, witnessAnswers: [first] })).toBe(
        'incomplete, void witness-silent, claims undated-void',
      );
      expect(check(old.slip, options)).toBe('claims: two-fates');
      // The house itself says it now, as it says the dice.
      expect(check(old.slip, { ...options, undated: false, witnessAnswers: [first] })).toBe('claims: two-fates');
    });

    test('in a file, proves nothing about the draw if witnesses show its seal by now', () => {
      const { before, entries } = story.evidence;
      const old = voidedStory();
      const file = bent(old, { inTime: before, entries: [], after: null });
      const { draws } = draw;
      const copy = story.book.copy();
      copy.bodies.length = story.drawSeq;
      const seq = copy.append({ type: 'void', draw_id: draw.drawId, reason: 'seal-late', table: story.tableHash });
      const after = { checkpoint: copy.checkpoint(draws, two(draws)), draw: null, void: copy.place(seq) };
      const shown = bent(
        old,
        { inTime: before, entries: [], after },
        { entries: { ...file.draw.entries, void: copy.entry(seq) } },
      );
      const seen = { witnessed: [story.evidence.inTime?.note ?? ''], laterEntries: entries, nowMs: draws * 2000 };
      expect(check(shown, seen)).toBe('void: seal-in-time');
      expect(check(shown, { ...seen, undated: true })).toBe('incomplete, void undated-void, seal no-seal');
      expect(check(shown, { ...seen, undated: true, claims: [drawn] })).toMatch(/^incomplete, void undated-void/);
    });
  });
});
