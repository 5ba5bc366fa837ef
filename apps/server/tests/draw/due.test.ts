import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDue } from '../../src/draw/worker/due.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { advance, lotteryOf, periodIn } from './drawing.ts';

const HALF_MINUTE = 'due-30';

let club: Club;
let tables: OpenTable[];
beforeAll(async () => {
  club = await openClub();
  tables = [];
  for (const periodSeconds of [30, 60, 180])
    tables.push(await club.openTable({ key: `due-${periodSeconds}`, periodSeconds }));
});
afterAll(() => club.close());

async function due(): Promise<{ toSeal: string[]; inHand: string[] }> {
  const { toSeal, inHand } = await findDue(
    club.draw,
    tables.map((table) => lotteryOf(club, table)),
  );
  return { toSeal: toSeal.map(({ key }) => key), inHand: inHand.map(({ key }) => key) };
}

async function advanceAll(): Promise<void> {
  for (const table of tables) await advance(club, table);
}

test('a lottery has work from the end of a period until the period is paid, and none in between', async () => {
  const [table] = tables;
  if (table === undefined) throw new Error('no table');
  const member = await club.member();
  // The start of a period. The periods before it become void, because they are not sealed.
  await club.at(periodIn(club, table).locks * 1_000);
  await advanceAll();
  const period = periodIn(club, table);
  await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }]);
  await club.at(period.locks * 1_000 - 1);
  expect((await due()).toSeal).not.toContain(HALF_MINUTE);
  await club.at(period.locks * 1_000);
  expect((await due()).toSeal).toContain(HALF_MINUTE);
  await advanceAll();
  const sealed = await due();
  expect(sealed.toSeal).not.toContain(HALF_MINUTE);
  expect(sealed.inHand).toContain(HALF_MINUTE);
  await club.at(period.draws * 1_000);
  await advanceAll();
  expect(await due()).toEqual({ toSeal: [], inHand: [] });
});
