import { describe, expect, test } from 'vitest';
import { undrawn, unsealed, voidedStory, witnessedStory } from '../tests/stories.ts';
import { claimOf, conflictOf } from './fates.ts';
import type { DrawProof, FateClaim } from './proof.ts';

const story = witnessedStory();
const { draw } = story.slip;
const seal = draw.entries.seal?.body ?? '';

describe('the claim of a bundle', () => {
  test('is what it says, proven or not', () => {
    const base = { drawId: draw.drawId, tableHash: draw.table.hash };
    expect(claimOf(draw)).toEqual({ ...base, seal, fate: 'drawn', dice: draw.dice });
    expect(claimOf(undrawn(story).draw)).toEqual({ ...base, seal, fate: null, dice: null });
    expect(claimOf(unsealed(story).draw)).toEqual({ ...base, seal: null, fate: null, dice: null });
    expect(claimOf(voidedStory().slip.draw)).toMatchObject({ seal: null, fate: 'void', dice: null });
    // Where the dice in the entry and beside it differ, the entry counts.
    expect(claimOf({ ...draw, dice: null })?.dice).toEqual(draw.dice);
    expect(claimOf({ ...draw, entries: { ...draw.entries, draw: null } })?.fate).toBe('drawn');
  });

  test('is none where it names no draw, and never thrown at', () => {
    for (const bad of [null, undefined, {}, { ...draw, drawId: '' }, { ...draw, entries: { draw: { body: 'x' } } }]) {
      expect(claimOf(bad as DrawProof)).toBeNull();
    }
    expect(claimOf({ drawId: 'dice-60/1' } as DrawProof)).toEqual({
      drawId: 'dice-60/1',
      tableHash: null,
      seal: null,
      fate: null,
      dice: null,
    });
  });
});

describe('two claims about one draw', () => {
  const drawn: FateClaim = { drawId: 'dice-60/1', tableHash: 'a', seal: 's', fate: 'drawn', dice: [1, 2, 3] };
  const voided: FateClaim = { ...drawn, seal: null, fate: 'void', dice: null };

  test.each<[FateClaim, ReturnType<typeof conflictOf>]>([
    [drawn, null],
    [{ ...drawn, drawId: 'dice-60/2', tableHash: 'b', seal: 't', dice: [6, 6, 6] }, null],
    [{ ...drawn, tableHash: null, seal: null, fate: null, dice: null }, null],
    [{ ...drawn, tableHash: 'b' }, 'two-tables'],
    [{ ...drawn, seal: 't' }, 'two-seals'],
    [{ ...drawn, dice: [3, 2, 1] }, 'two-results'],
    [voided, 'two-fates'],
    [{ ...voided, tableHash: null }, 'two-fates'],
  ])('%#', (other, conflict) => {
    expect(conflictOf(drawn, other, null)).toBe(conflict);
    expect(conflictOf(other, drawn, null)).toBe(conflict);
    // Only a void can be overridden, and only one that was seen before the draw.
    expect(conflictOf(drawn, { ...other, seenMs: 9 }, 10)).toBe(conflict === 'two-fates' ? null : conflict);
    const undated = conflict === 'two-fates' ? 'undated-void' : conflict;
    expect(conflictOf(drawn, other, 10)).toBe(undated);
    expect(conflictOf(drawn, other, 'unknown')).toBe(undated);
    expect(conflictOf(drawn, { ...other, seenMs: 9 }, 'unknown')).toBe(conflict);
    expect(conflictOf(drawn, { ...other, seenMs: 10 }, 10)).toBe(conflict);
    expect(conflictOf({ ...drawn, seenMs: 8 }, { ...other, seenMs: 9 }, 10)).toBe(conflict);
  });
});
