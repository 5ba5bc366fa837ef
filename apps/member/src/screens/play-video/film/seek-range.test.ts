import { describe, expect, it } from 'vitest';
import { beginningMs, landingMs } from './seek-range.ts';

const bounds = { floorMs: 27_000, durationMs: 90_000 };

describe('a seek', () => {
  it.each([
    [0, 27_000],
    [26_999, 27_000],
    [27_000, 27_000],
    [60_000, 60_000],
    [200_000, 90_000],
  ])('to %i ms lands on %i ms', (wanted, landed) => expect(landingMs(wanted, bounds)).toBe(landed));
});

describe('a film begins', () => {
  const full = { kind: 'full', startMs: 41_000, seekFloorMs: 27_000, durationMs: 90_000 } as const;
  it('where the server says', () => expect(beginningMs(full, null)).toBe(41_000));
  it('at its start point after it was seen to the end', () => {
    expect(beginningMs({ ...full, startMs: 89_500 }, null)).toBe(27_000);
  });
  it('where its preview was left, yet not before the start point', () => {
    expect(beginningMs({ ...full, startMs: 27_000 }, 30_000)).toBe(30_000);
    expect(beginningMs({ ...full, startMs: 27_000 }, 10_000)).toBe(27_000);
  });
  it('at 0 as a preview, whatever the film’s start point', () => {
    expect(beginningMs({ kind: 'preview', startMs: 0, seekFloorMs: 0, durationMs: 20_000 }, 5000)).toBe(0);
  });
});
