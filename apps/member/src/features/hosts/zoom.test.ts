import { describe, expect, it } from 'vitest';
import { move, WHOLE, zoomAt } from './zoom.ts';

const FRAME = { width: 400, height: 800 };

describe('a picture on the full screen', () => {
  it('grows around what lies under the fingers', () => {
    const near = zoomAt(WHOLE, 2, { x: 100, y: -50 }, FRAME);
    expect(near).toEqual({ scale: 2, x: -100, y: 50 });
    // The point under the fingers stays the same: (100 - x) / scale.
    expect((100 - near.x) / near.scale).toBe(100);
  });

  it('is never smaller than the frame, nor more than five times as large', () => {
    expect(zoomAt(WHOLE, 0.2, { x: 10, y: 10 }, FRAME)).toEqual(WHOLE);
    expect(zoomAt(WHOLE, 40, { x: 0, y: 0 }, FRAME).scale).toBe(5);
  });

  it('cannot be moved out of the frame, and not at all without zoom', () => {
    const near = zoomAt(WHOLE, 2, { x: 0, y: 0 }, FRAME);
    expect(move(near, { x: 9_999, y: -9_999 }, FRAME)).toEqual({ scale: 2, x: 200, y: -400 });
    expect(move(WHOLE, { x: 50, y: 50 }, FRAME)).toEqual(WHOLE);
  });

  it('returns to its place without zoom', () => {
    const far = move(zoomAt(WHOLE, 4, { x: 120, y: 90 }, FRAME), { x: 77, y: 5 }, FRAME);
    expect(zoomAt(far, 0.01, { x: -30, y: 12 }, FRAME)).toEqual(WHOLE);
  });
});
