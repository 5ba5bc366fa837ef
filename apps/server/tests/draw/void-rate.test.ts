import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listEntries } from '../../src/book/book.ts';
import { voidRate } from '../../src/draw/evidence/draw-records.ts';
import { switchByVoidRate } from '../../src/draw/seal/void-rate.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { advance, lotteryOf, periodIn } from './drawing.ts';

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
});
afterAll(() => club.close());

async function loseOneDraw(withBet: boolean): Promise<void> {
  const period = periodIn(club, table);
  if (withBet) await club.place(await club.member(), table, [{ bet: 'big', stakeMinor: 100n }]);
  await club.at(period.sealByMs + 1);
  await advance(club, table);
}

const look = () => switchByVoidRate(club.jobs, lotteryOf(club, table));

test('a table closes by itself above 0.1 % of void draws with bets, and opens when the rate has fallen', async () => {
  await loseOneDraw(true);
  await loseOneDraw(false);
  expect(await look(), 'one in a thousand is not above; an empty draw harms nobody').toBe('left');
  await loseOneDraw(true);
  expect(await Promise.all([look(), look()]), 'two processes, one switch').toEqual(
    expect.arrayContaining(['closed', 'left']),
  );
  await expect(club.place(await club.member(), table, [{ bet: 'big', stakeMinor: 100n }])).rejects.toMatchObject({
    code: 'table-closed',
  });

  // Among two thousand draws, two are one in a thousand.
  await club.at((table.table.firstPeriod + 2_001) * 30_000);
  expect(await look()).toBe('opened');
  expect(await look()).toBe('left');
  const { items } = await listEntries(club.db, { types: ['switch'], limit: 10 });
  expect(items.map((entry) => JSON.parse(entry.body).state)).toEqual(['on', 'off']);
});

test('voids that were overridden count: losers kept what went back to them', async () => {
  const other = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  const lookAtOther = () => switchByVoidRate(club.jobs, lotteryOf(club, other));
  const looks: string[] = [];
  for (let draw = 0; draw < 2; draw++) {
    await club.place(await club.member(), other, [{ bet: 'big', stakeMinor: 100n }]);
    await club.at(periodIn(club, other).sealByMs + 1);
    await advance(club, other);
    // As if witnesses turned out to have seen the seals in time.
    await club.owner.query(
      `insert into draw.override (lottery_id, period, at)
       select lottery_id, period, clock.now() from draw.void where lottery_id = $1 on conflict do nothing`,
      [other.lotteryId],
    );
    looks.push(await lookAtOther());
  }
  expect(looks).toEqual(['left', 'closed']);
});

test('however many voids a long stop has left, few questions are asked, and hardly one with the book in hand', async () => {
  const stopped = await club.openTable({ key: 'dice-180', periodSeconds: 180 });
  const lottery = lotteryOf(club, stopped);
  await club.owner.query(
    `insert into draw.void (lottery_id, period, reason, entry_seq, at)
     select $1, $2::bigint + n, 'seal-late', 0, clock.now() from generate_series(1, 10000) n`,
    [lottery.id, periodIn(club, stopped).period],
  );
  const fetched = vi.spyOn(pg.Client.prototype, 'query');
  const book = await openTransaction(club.owner);
  try {
    await book.client.query('select from book.head for update');
    const looked = switchByVoidRate(club.jobs, lottery);
    await untilWaiting(club.owner, book.pid);
    fetched.mockClear();
    await book.commit();
    expect(await looked).toBe('left');
    expect(fetched.mock.calls.length, 'with the book in hand').toBeLessThan(6);
    fetched.mockClear();
    expect((await voidRate(club.db)).voids).toBeLessThan(10_000);
    expect(fetched.mock.calls.length).toBeLessThan(20);
  } finally {
    fetched.mockRestore();
    await book.rollback();
  }
});

test('a void of which nothing is paid back yet counts by its first slip', async () => {
  const unpaid = await club.openTable({ key: 'dice-300', periodSeconds: 300 });
  const { period } = periodIn(club, unpaid);
  await club.place(await club.member(), unpaid, [{ bet: 'big', stakeMinor: 100n }]);
  const before = (await voidRate(club.db)).voids;
  await club.owner.query(
    `with periods as (select $1::smallint as lottery_id, $2::bigint + n as period from generate_series(0, 1) n),
       tasks as (insert into draw.settlement_queue select lottery_id, period from periods)
     insert into draw.void (lottery_id, period, reason, entry_seq, at)
       select lottery_id, period, 'seal-late', 0, clock.now() from periods`,
    [unpaid.lotteryId, period],
  );
  expect((await voidRate(club.db)).voids).toBe(before + 1);
});

test('what another reason closed stays closed', async () => {
  await club.owner.query(
    `insert into lottery.switch (lottery_id, id, open, reason, at)
     values ($1, gen_random_uuid(), false, 'payouts', clock.now() + interval '1 second')`,
    [lotteryOf(club, table).id],
  );
  expect(await look()).toBe('left');
});
