import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { createSeriesReader } from '../../src/http/console/figures/dashboard-series.ts';
import { type Club, openClub } from '../kit/club.ts';

const FIVE_MINUTES_MS = 300_000;

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

test('days that are over are five minutes old at most, today is as it is, and a new day begins anew', async () => {
  const read = createSeriesReader(club.db);
  const joined = async () => {
    const days = await read(club.clock.nowMs());
    return [days.length, days.at(-2)?.joined, days.at(-1)?.joined];
  };
  await club.members(2);
  expect(await joined()).toEqual([30, 0, 2]);
  await club.clock.forward(DAY_MS);
  expect(await joined()).toEqual([30, 2, 0]);
  // One member who joined yesterday, inserted late, and one who joins today.
  const { memberId } = await club.member();
  await club.owner.query('update members.member set created_at = to_timestamp($2) where member_id = $1', [
    memberId,
    (club.clock.nowMs() - DAY_MS) / 1_000,
  ]);
  await club.member();
  expect(await joined()).toEqual([30, 2, 1]);
  await club.clock.forward(FIVE_MINUTES_MS);
  expect(await joined()).toEqual([30, 2, 1]);
  await club.clock.forward(1);
  expect(await joined()).toEqual([30, 3, 1]);
  await club.clock.forward(DAY_MS);
  expect(await joined()).toEqual([30, 1, 0]);
});
