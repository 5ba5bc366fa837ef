import { describe, expect, it } from 'vitest';
import type { Draw, LotteryWithTable } from '../../../api/shared/types.ts';
import { drawsAtOf, latestDraw } from './latest-draw.ts';

const lottery = {
  key: 'dice-60',
  current: { period: 9, opensAtMs: 540_000, locksAtMs: 600_000, drawsAtMs: 612_000, round: 300 },
  next: { round: 320 },
  lastDraw: { period: 7, houseRun: true },
  table: { firstPeriod: 5 },
} as LotteryWithTable;

describe('the draw in focus', () => {
  it('comes from the schedule’s last period while nothing else is known', () => {
    expect(latestDraw(lottery, [])).toMatchObject({ drawId: 'dice-60/8', state: 'locked', round: 280, houseRun: true });
  });

  it('counts as house-run while nothing is known of its beacon', () => {
    expect(latestDraw({ ...lottery, lastDraw: null }, [])).toMatchObject({ period: 8, houseRun: true });
    const publicDraw = { period: 7, houseRun: false } as Draw;
    expect(latestDraw({ ...lottery, lastDraw: publicDraw }, [])).toMatchObject({ period: 8, houseRun: false });
  });

  it('is the one of the messages', () => {
    const sealed = { period: 8, state: 'sealed' } as Draw;
    expect(latestDraw(lottery, [sealed])).toBe(sealed);
  });

  it('is none while the first period of a new table is open', () => {
    const fresh = { ...lottery, lastDraw: null, table: { ...lottery.table, firstPeriod: 9 } };
    expect(latestDraw(fresh, [])).toBeNull();
  });

  it('is due as long after its lock as the current one', () => {
    expect(drawsAtOf(lottery, 8)).toBe(552_000);
  });
});
