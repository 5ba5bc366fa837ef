import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, openConsole, type TestConsole } from '../console/console.ts';
import { advance, diceOf, periodIn } from '../draw/drawing.ts';
import { call } from '../http/server.ts';
import type { OpenTable } from '../kit/club.ts';

// Data of a table's card in the list of tables.

let at: TestConsole;
let table: OpenTable;
beforeAll(async () => {
  at = await openConsole({}, async (club) => {
    table = await club.openTable({ key: 'dice-60', periodSeconds: 60, stakeMin: 250n });
    await club.openTable({ key: 'dice-30', periodSeconds: 30, stakeMin: 100n });
  });
});
afterAll(() => at.close());

async function read(path: string): Promise<Body> {
  const answer = await call(at.server, path, {});
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Body;
}

test('the list states the smallest stake of each table, as the table itself does', async () => {
  const { items = [] } = await read('/api/lotteries');
  const listed = Object.fromEntries(
    (items as unknown as { key: string; stakeMinMinor: string }[]).map((one) => [one.key, one.stakeMinMinor]),
  );
  expect(listed).toEqual({ 'dice-60': '250', 'dice-30': '100' });
  for (const [key, stake] of Object.entries(listed)) {
    const { table } = (await read(`/api/lotteries/${key}`)) as unknown as { table: { stakeMinMinor: string } };
    expect(table.stakeMinMinor).toBe(stake);
  }
});

test('the list shows the newest dice of each table, also past draws that never were, and none before its first', async () => {
  const { club } = at;
  const lastDraws = async () => {
    const { items = [] } = await read('/api/lotteries');
    const listed = items as unknown as { key: string; lastDraw: { drawId: string; dice: number[] } | null }[];
    return Object.fromEntries(listed.map(({ key, lastDraw }) => [key, lastDraw && [lastDraw.drawId, lastDraw.dice]]));
  };
  expect(await lastDraws()).toEqual({ 'dice-60': null, 'dice-30': null });
  const period = periodIn(club, table);
  for (const seconds of [period.locks, period.draws]) {
    await club.at(seconds * 1_000);
    await advance(club, table);
  }
  const shown = { 'dice-60': [period.drawId, diceOf(club, period)], 'dice-30': null };
  expect(await lastDraws()).toEqual(shown);
  await club.at(period.draws * 1_000 + 10 * 60_000);
  await advance(club, table);
  const { rows } = await club.owner.query('select max(period) as period from draw.void');
  expect(Number(rows[0].period)).toBeGreaterThan(period.period);
  expect(await lastDraws()).toEqual(shown);
});
