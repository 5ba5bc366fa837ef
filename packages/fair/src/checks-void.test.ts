import { describe, expect, test } from 'vitest';
import { logged } from '../tests/bend-slip.ts';
import { publicDraw } from '../tests/book-kit.ts';
import { bent, check, READER } from '../tests/checking.ts';
import { overriddenStory, voidedStory } from '../tests/stories.ts';
import type { BookEvidence, DrawProof, Step, VerifyOptions } from './proof.ts';
import { verifyDraw } from './verify.ts';

const { draw: period, slip, evidence } = voidedStory();
const voided = slip.draw;

/** The void step of a draw's verification. */
function voidStep(draw: DrawProof, options: VerifyOptions = {}): Omit<Step, 'id'> {
  const steps = verifyDraw(draw, { ...READER, ...options }).steps;
  const step = steps.find(({ id }) => id === 'void');
  if (step === undefined) throw new Error('no void step');
  const { id: _, ...outcome } = step;
  return outcome;
}

describe('the void step', () => {
  test('is ok and names the reason of the entry', () => {
    expect(voidStep(voided)).toEqual({ state: 'ok', reason: null, values: { reason: 'seal-late' } });
  });

  test.each([
    ['without a place of the table', { table: null }, 'table'],
    ['without the checkpoint before the lock', { before: null }, 'witness'],
  ] as const)('is blocked %s, and still names the reason of the entry', (_, book, by) => {
    const draw = { ...voided, book: { ...evidence, ...book } };
    expect(voidStep(draw)).toEqual({ state: 'open', reason: 'blocked', values: { reason: 'seal-late', by } });
  });

  test('is blocked by the table where the schedule is missing', () => {
    const { periodSeconds: _, ...unscheduled } = voided;
    expect(voidStep(unscheduled as DrawProof)).toMatchObject({
      state: 'open',
      reason: 'blocked',
      values: { by: 'table' },
    });
  });

  test('is blocked by the table where the round is another', () => {
    expect(voidStep({ ...voided, round: 0 })).toMatchObject({ reason: 'blocked', values: { by: 'table' } });
  });

  test('refutes a void under another table', () => {
    const other = logged({ type: 'void', draw_id: voided.drawId, reason: 'seal-late', table: '00'.repeat(32) });
    const draw = { ...voided, entries: { ...voided.entries, void: other } };
    expect(voidStep(draw)).toEqual({ state: 'refuted', reason: 'other-table', values: { reason: 'seal-late' } });
  });

  test.each([
    ['of the void', { after: { ...evidence.after, void: null } }],
    ['of anything after the window', { after: null }],
  ])('is open without a place %s, and still names the reason of the entry', (_, book) => {
    const draw = { ...voided, book: { ...evidence, ...book } } as DrawProof;
    expect(voidStep(draw)).toEqual({ state: 'open', reason: 'no-void-place', values: { reason: 'seal-late' } });
  });

  test.each(['hash', 'body', 'type'] as const)('is open without the entry’s %s', (part) => {
    const { entries } = voided;
    const draw = {
      ...voided,
      entries: { ...entries, void: { ...entries.void, [part]: null } },
    } as unknown as DrawProof;
    expect(voidStep(draw)).toEqual({ state: 'open', reason: 'no-void-place', values: {} });
  });
});

describe('a void that a draw overrode', () => {
  const { slip: overridden, evidence: shown } = overriddenStory();
  const nowMs = (period.draws + 3_600) * 1000;

  test('is ok', () => {
    expect(voidStep(overridden.draw, { nowMs })).toMatchObject({ state: 'ok', values: { overridden: 'yes' } });
  });

  test('is a breach if no witness saw the seal, and reports that the draw has two fates', () => {
    const unwitnessed = overriddenStory({ beacon: 'public', witnesses: 0 }).slip.draw;
    expect(voidStep(unwitnessed, { nowMs })).toMatchObject({ state: 'refuted', reason: 'void-and-drawn' });
  });

  test('is a breach where the void follows the draw', () => {
    const { book } = overridden.draw;
    const after = { ...shown.after, draw: { ...shown.after?.draw, index: 0 } };
    expect(voidStep({ ...overridden.draw, book: { ...book, after } } as DrawProof, { nowMs })).toEqual({
      state: 'refuted',
      reason: 'void-and-drawn',
      values: { reason: 'seal-late' },
    });
  });

  test('leaves it to the dice step that the draw has a place of its own', () => {
    const { void: place } = shown.after ?? {};
    const book = { ...shown, after: { ...shown.after, draw: place } } as BookEvidence;
    expect(check(bent({ slip: overridden, evidence: shown }, book), { nowMs })).toBe('dice: not-in-book');
  });

  test.each([
    ['the draw’s place', { draw: null }, { state: 'ok' }],
    ['the index of the draw’s place', { draw: { ...shown.after?.draw, index: undefined } }, { reason: 'no-place' }],
    ['the index of the void’s place', { void: { ...shown.after?.void, index: undefined } }, { state: 'open' }],
  ])('without %s', (_, after, outcome) => {
    const book = { ...shown, after: { ...shown.after, ...after } };
    expect(voidStep({ ...overridden.draw, book } as unknown as DrawProof, { nowMs })).toMatchObject(outcome);
  });
});

describe('a void over a seal that witnesses saw in time', () => {
  const { slip: overridden } = overriddenStory();
  const { draws } = publicDraw();
  const dueMs = (draws + 600) * 1000;
  const undrawn = { ...overridden.draw, dice: null, entries: { ...overridden.draw.entries, draw: null } };
  const values = { reason: 'seal-late' };

  test('is open for ten minutes after the round, then a breach', () => {
    expect(voidStep(undrawn, { nowMs: dueMs - 1 })).toEqual({ state: 'open', reason: 'overridden', values });
    for (const options of [{ nowMs: dueMs }, {}]) {
      expect(voidStep(undrawn, options)).toEqual({ state: 'refuted', reason: 'seal-in-time', values });
    }
  });

  test('is open in a file that nobody dates', () => {
    expect(voidStep(undrawn, { undated: true })).toEqual({ state: 'open', reason: 'undated-void', values });
  });

  test('is a breach at once where the table names no witnesses', () => {
    const { slip: alone } = overriddenStory({ beacon: 'public', witnesses: 0 });
    const draw = { ...alone.draw, dice: null, entries: { ...alone.draw.entries, draw: null } };
    expect(voidStep(draw, { nowMs: 0 })).toEqual({ state: 'refuted', reason: 'seal-in-time', values });
  });
});
