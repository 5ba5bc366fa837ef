import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listDraws, readDraw, voidRate } from '../../src/draw/evidence/draw-records.ts';
import { DAY_MS } from '../../src/durations.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { advance, diceOf, lotteryOf, periodIn } from './drawing.ts';

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
});
beforeEach(async () => {
  // Late in a period, so that earlier ones are finished.
  await club.at(table.schedule().opens * 1_000 + 20_000);
  await advance(club, table);
});
afterAll(() => club.close());

async function stateOf(period: number): Promise<string | undefined> {
  return (await readDraw(club.db, lotteryOf(club, table), period))?.record.state;
}

test('one word says where a period stands, from before it opens until it is paid', async () => {
  const period = periodIn(club, table);
  const states = [await stateOf(period.period + 1), await stateOf(period.period)];
  await club.at(period.locks * 1_000);
  states.push(await stateOf(period.period));
  await advance(club, table);
  states.push(await stateOf(period.period));
  await club.at(period.draws * 1_000 + 6_000);
  states.push(await stateOf(period.period));
  await club.clock.forward(1);
  states.push(await stateOf(period.period));
  await advance(club, table);
  states.push(await stateOf(period.period));
  expect(states).toEqual(['upcoming', 'open', 'locked', 'sealed', 'sealed', 'late', 'settled']);
});

test('the list of draws goes back page by page, drawn and void ones in one order, each once', async () => {
  const first = table.table.firstPeriod;
  for (let n = 0; n < 5; n++) {
    const period = periodIn(club, table);
    await club.at(period.locks * 1_000);
    // Seal every second one too late.
    if (n % 2 === 0) await advance(club, table);
    await club.at(period.draws * 1_000);
    await advance(club, table);
  }
  const lottery = lotteryOf(club, table);
  const current = periodIn(club, table).period;
  const due = Array.from({ length: current - first }, (_, n) => current - 1 - n);
  const seen = [];
  let before: number | undefined;
  for (let pages = 0; pages <= due.length; pages++) {
    const page = await listDraws(club.db, lottery, { limit: 2, ...(before === undefined ? {} : { before }) });
    expect(page.total).toBe(due.length);
    seen.push(...page.items);
    if (page.nextCursor === null) break;
    before = Number(page.nextCursor);
  }
  expect(seen.map(({ period }) => period)).toEqual(due);
  for (const { period, state, dice } of seen) {
    const isDrawn = state === 'settled';
    expect([state, dice]).toEqual(isDrawn ? ['settled', diceOf(club, periodIn(club, table, period))] : ['void', null]);
  }
  expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(['settled', 'void']));
});

test('the void rate counts every draw that was due, and of the void ones those that somebody had bet on', async () => {
  const first = table.table.firstPeriod;
  const before = await voidRate(club.db);
  await club.place(await club.member(), table, [{ bet: 'big', stakeMinor: 100n }]);
  await club.at(club.clock.nowMs() + 60 * 60 * 1_000);
  await advance(club, table);
  const current = periodIn(club, table).period;
  expect(await voidRate(club.db)).toEqual({ days: 30, draws: current - first, voids: before.voids + 1 });
  await club.at(club.clock.nowMs() + 31 * DAY_MS);
  expect(await voidRate(club.db)).toEqual({ days: 30, draws: 86_400, voids: 0 });
});
