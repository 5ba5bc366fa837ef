import { afterAll, beforeAll, expect, test } from 'vitest';
import { followClock, isClockReplaced } from '../../src/db/clock.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { HOUR_MS } from '../../src/durations.ts';
import { type Club, openClub } from '../kit/club.ts';
import { createTestDatabase } from '../setup/database.ts';

const NOTICED_MS_MAX = 5_000;

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

test('the estimate follows the clock that decides when it jumps, forwards and back', async () => {
  const estimate = await followClock(club.api);
  try {
    for (const jumpMs of [HOUR_MS, -2 * HOUR_MS, 30_000]) {
      await club.clock.forward(jumpMs);
      const apartMs = () => Math.abs(estimate.nowMs() - club.clock.nowMs());
      await expect.poll(apartMs, { timeout: NOTICED_MS_MAX }).toBeLessThan(2_000);
    }
  } finally {
    estimate.stop();
  }
});

test('each role sees whether the clock was replaced', async () => {
  const untouched = await createTestDatabase();
  for (const role of ['api', 'draw', 'jobs'] as const) {
    const db = openDb(openPool({ url: untouched.urls[role], connectionsMax: 1 }));
    expect(await isClockReplaced(db)).toBe(false);
    await db.destroy();
    expect(await isClockReplaced(club[role])).toBe(true);
  }
  await untouched.drop();
});
