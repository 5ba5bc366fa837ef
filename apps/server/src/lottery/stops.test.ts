import { describe, expect, test } from 'vitest';
import { presentStop, type Stop, stopAt, stopOfPeriod } from './stops.ts';

let seq = 0n;

function stop(fromMs: number, untilMs: number | null, lotteryId: number | null = 1): Stop {
  seq += 1n;
  return { entrySeq: seq, lotteryId, fromMs, untilMs, reason: 'fault', authority: null, reference: null };
}

const end = (fromMs: number, lotteryId: number | null = 1) => stop(fromMs, fromMs, lotteryId);
const at = (stops: Stop[], ...times: number[]) => times.map((ms) => stopAt(stops, 1, ms) !== null);

describe('the stop at a time', () => {
  test('lasts from its beginning to its end, the end excluded', () => {
    expect(at([stop(100, 200)], 99, 100, 199, 200)).toEqual([false, true, true, false]);
    expect(at([stop(100, null)], 99, 100, 1e12)).toEqual([false, true, true]);
  });

  test('is the last one whose time has come', () => {
    expect(at([stop(100, null), end(200)], 150, 200)).toEqual([true, false]);
    expect(at([stop(100, 150), stop(120, 300)], 130, 200)).toEqual([true, true]);
    expect(at([stop(100, null), end(100)], 100, 150)).toEqual([false, false]);
  });

  test('of one lottery is not that of another, and not that of all', () => {
    expect(at([stop(100, null, 2), stop(100, null, null)], 150)).toEqual([false]);
  });

  test('names its announced end', () => {
    expect(stopAt([stop(100, null), end(200)], 1, 150)?.untilMs).toBe(200);
    expect(stopAt([stop(100, 180), end(200)], 1, 150)?.untilMs).toBe(180);
    expect(stopAt([stop(100, null), stop(200, null)], 1, 150)?.untilMs).toBeNull();
  });
});

test('the present stop is in force or announced, and none once its end comes before it', () => {
  expect(presentStop([stop(100, 200)], 1, 150)).toMatchObject({ fromMs: 100 });
  expect(presentStop([stop(100, 200)], 1, 50)).toMatchObject({ fromMs: 100 });
  expect(presentStop([stop(100, 200)], 1, 200)).toBeNull();
  expect(presentStop([stop(100, null), end(100)], 1, 50)).toBeNull();
  expect(presentStop([stop(100, null), end(160)], 1, 50)).toMatchObject({ fromMs: 100, untilMs: 160 });
});

test('a period is stopped by its opening time, by its own lottery or by all', () => {
  const lottery = { id: 1, periodSeconds: 60 };
  const stops = [stop(60_001, 180_000), stop(240_000, null, null)];
  const periods = [0, 1, 2, 3, 4, 5].map((period) => stopOfPeriod(stops, lottery, period) !== null);
  expect(periods).toEqual([false, false, true, false, true, true]);
});
