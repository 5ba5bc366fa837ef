import { expect, test } from 'vitest';
import { HOUR_MS } from '../../durations.ts';
import { createClockWatch } from './clock-watch.ts';

const START_MS = 1_800_000_000_000;

/** A watch, our own clock, and a database clock with an error of `wrongMs`. */
function openWatch() {
  let steadyMs = 1_000;
  let wrongMs = 0;
  const watch = createClockWatch({ steadyMs: () => steadyMs });
  const trueMs = (): number => START_MS + steadyMs;
  return {
    pass: (ms: number) => {
      steadyMs += ms;
    },
    set: (ms: number) => {
      wrongMs = ms;
    },
    /** Reports a round of a three-second beacon, `lateMs` after its time. */
    hear: (lateMs = 0) => watch.prove(trueMs() - lateMs + 3_000),
    doubts: () => watch.mistrusts(trueMs() + wrongMs),
  };
}

test('a clock that goes its way is believed, and set right by seconds, too', () => {
  const world = openWatch();
  for (const ms of [0, 250, 4_000, 2_000, -3_000]) {
    world.pass(250);
    world.set(ms);
    expect(world.doubts()).toBe(false);
  }
});

test('a clock that jumps an hour ahead is not, and is again as soon as it is back', () => {
  const world = openWatch();
  expect(world.doubts()).toBe(false);
  world.pass(250);
  world.set(HOUR_MS);
  expect(world.doubts()).toBe(true);
  world.pass(6_000);
  expect(world.doubts()).toBe(true);
  world.set(0);
  expect(world.doubts()).toBe(false);
});

test('one that stays ahead is believed after a minute; while a beacon says otherwise, after an hour', () => {
  for (const [heard, waitsMs] of [
    [false, 60_000],
    [true, HOUR_MS],
  ] as const) {
    const world = openWatch();
    world.doubts();
    world.set(2 * HOUR_MS);
    let passedMs = 0;
    for (; passedMs < 3 * HOUR_MS; passedMs += 3_000) {
      if (heard) world.hear();
      if (!world.doubts()) break;
      world.pass(3_000);
    }
    expect(passedMs).toBe(waitsMs);
  }
});

test('a jump that a round of the beacon bears out is believed at once', () => {
  const world = openWatch();
  // The machine was suspended: our clock stopped and all others continued.
  world.set(-HOUR_MS);
  expect(world.doubts()).toBe(false);
  world.set(0);
  world.hear();
  expect(world.doubts()).toBe(false);
});

test('of two beacons the one that lags says nothing', () => {
  const world = openWatch();
  world.set(-HOUR_MS);
  world.doubts();
  world.set(0);
  world.hear();
  world.hear(HOUR_MS);
  expect(world.doubts()).toBe(false);
});

test('a beacon that lags says nothing against a clock that has not jumped', () => {
  const world = openWatch();
  for (let n = 0; n < 100; n++) {
    world.hear(HOUR_MS);
    world.pass(3_000);
    expect(world.doubts()).toBe(false);
  }
});

test('back and right again: neither is doubted for longer than the beacon takes', () => {
  const world = openWatch();
  world.doubts();
  world.set(-HOUR_MS);
  expect(world.doubts()).toBe(false);
  world.pass(6_000);
  world.set(0);
  // Behind for less than a minute, so the trusted offset has not moved.
  expect(world.doubts()).toBe(false);
});
