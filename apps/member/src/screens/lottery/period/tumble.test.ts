import { describe, expect, it } from 'vitest';
import { faceAt, isAtRest, tumbleFaces } from './tumble.ts';

describe('the fall of the dice', () => {
  it('shows faces of the draw’s own bytes, dealt to the three dice in turn', () => {
    expect(tumbleFaces('000106', 0)).toEqual([1]);
    expect(tumbleFaces('0001060b', 0)).toEqual([1, 6]);
    expect(tumbleFaces('0001060b', 1)).toEqual([2]);
  });

  it('changes the face every 90 ms and stays on the last', () => {
    expect([0, 89, 90, 10_000].map((ms) => faceAt([3, 5], ms))).toEqual([3, 3, 5, 5]);
    expect(faceAt([], 0)).toBeNull();
  });

  it('rests when the proof is checked, but not too soon and never after 900 ms', () => {
    expect(isAtRest(100, true)).toBe(false);
    expect(isAtRest(520, true)).toBe(true);
    expect(isAtRest(899, false)).toBe(false);
    expect(isAtRest(900, false)).toBe(true);
  });
});
