import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, openConsole, type TestConsole } from '../console/console.ts';
import { call } from '../http/server.ts';

// Data of a table's card in the list of tables.

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole({}, async (club) => {
    await club.openTable({ key: 'dice-60', periodSeconds: 60, stakeMin: 250n });
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
