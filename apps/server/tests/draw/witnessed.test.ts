import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noteTreeHead } from '../../src/book/book.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { verifyPayCause } from '../../src/draw/settlement/pay-cause.ts';
import { TableRefused } from '../../src/draw/tables/table-faults.ts';
import { watchDraws } from '../../src/draw/worker/draw-status.ts';
import { appendMany } from '../book/book-kit.ts';
import type { Club, OpenTable } from '../kit/club.ts';
import { advance, creditsOf, diceOf, lotteryOf, outcomeOf, periodIn, until, winOf } from './drawing.ts';
import { openWitnessedClub, type WitnessedClub } from './witnessed-club.ts';

let world: WitnessedClub;
let club: Club;
let table: OpenTable;
beforeAll(async () => {
  world = await openWitnessedClub();
  ({ club, table } = world);
});
beforeEach(async () => {
  world.manner('honest');
  world.offsetMs = 0;
  await advance(club, table);
});
afterEach(() => world.untilWitnessed());
afterAll(() => world.close());

describe('the seal of a table with witnesses', () => {
  test('is written when no clock of a witness can still say that betting is open', async () => {
    const period = periodIn(club, table);
    await world.at(period.locks * 1_000 + 1_999);
    expect((await outcomeOf(club, period)).entries).toEqual([]);
    await world.at(period.locks * 1_000 + 2_000);
    expect((await outcomeOf(club, period)).entries).toEqual(['seal']);
  });

  test('counts when enough of them have seen it in time', async () => {
    const { period, winner, loser } = await world.play();
    world.manner('refusing', [2]);
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    await world.at(period.sealByMs + 2_001);
    expect(await world.stateOf(period)).toBe('sealed');
    await world.at(period.draws * 1_000);
    expect(await outcomeOf(club, period)).toMatchObject({ dice: [diceOf(club, period)], entries: ['seal', 'draw'] });
    expect(await creditsOf(club, winner)).toEqual([['payout', winOf(club, winner, period)]]);
    expect(await creditsOf(club, loser)).toEqual([]);
  });

  test('does not when they are too few: after the time for a late answer the draw is void', async () => {
    const { period, winner, loser } = await world.play();
    world.manner('refusing', [1, 2]);
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    await world.at(period.sealByMs + 2_000);
    expect(await world.stateOf(period)).toBe('sealed');
    await world.at(period.sealByMs + 2_001);
    expect(await world.stateOf(period)).toBe('void');
    expect(period.voidFromMs).toBeLessThan(period.draws * 1_000);
    await world.at(period.draws * 1_000);
    expect(await outcomeOf(club, period)).toEqual({ dice: [], entries: ['seal', 'void'], steps: ['refund'], tasks: 0 });
    expect(await creditsOf(club, winner)).toEqual([['refund', 1_000n]]);
    expect(await creditsOf(club, loser)).toEqual([['refund', 300n]]);
  });

  test('does not by the house’s own mark, however early that is', async () => {
    const { period } = await world.play();
    world.manner('refusing');
    await world.at(period.locks * 1_000 + 2_500);
    await noteTreeHead(club.draw);
    await world.untilRequested(3);
    await world.at(period.sealByMs + 2_001);
    expect(await world.stateOf(period)).toBe('void');
  });

  test.each([
    ['at the last second', 0, 'sealed'],
    ['a second later', 1_000, 'void'],
  ])('by what witnesses dated %s', async (_, lateMs, state) => {
    const { period } = await world.play();
    world.manner('refusing');
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    // The witnesses' clocks decide, not the time of the answer.
    await club.clock.set(period.sealByMs + 1_500);
    world.offsetMs = lateMs - 1_500;
    world.manner('honest');
    await world.untilWitnessed();
    await world.at(period.sealByMs + 2_001);
    expect(await world.stateOf(period)).toBe(state);
  });

  test('was in time by what they dated it, for whoever watches, not by the house’s own mark', async () => {
    const margin = async () =>
      (await watchDraws(club.db, lotteryOf(club, table), club.clock.nowMs()))?.sealMarginSeconds;
    const before = await margin();
    const { period } = await world.play();
    world.manner('refusing');
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    // The newest seal may still be witnessed in time. Until then the one before counts.
    expect(await margin()).toBe(before);
    await club.clock.set(period.sealByMs - 1_000);
    await world.untilWitnessed();
    expect(await margin()).toBe(1);

    await world.at(period.draws * 1_000);
    const { period: next } = await world.play();
    world.manner('refusing');
    await world.at(next.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    expect(await margin()).toBe(1);
    await world.at(next.sealByMs + 2_001);
    expect(await margin()).toBe(-2.001);
  });

  test('that witnesses dated before the lock is none: what they saw then cannot hold all bets', async () => {
    const { period } = await world.play();
    world.offsetMs = -4_000;
    await world.at(period.locks * 1_000 + 2_000);
    await world.untilRequested(3);
    await world.untilWitnessed();
    // A later witnessed tree with more of the book does not help.
    world.offsetMs = 0;
    await appendMany(club.db, 1);
    await world.untilWitnessed();
    await world.at(period.sealByMs + 2_001);
    expect(await world.stateOf(period)).toBe('void');
  });
});

test('whoever takes the witnesses out of the row of a table makes no draw paid by it', async () => {
  const { period } = await world.play();
  await world.at(period.locks * 1_000 + 3_000);
  await world.untilRequested(3);
  await world.untilWitnessed();
  await world.at(period.draws * 1_000);
  const logKeys = (await readLogKeys(club.db)).map(({ vkey }) => vkey);
  /** Verifies like a process that started with this row. */
  const verify = (policy: Buffer | null) =>
    verifyPayCause(club.draw, { ...period, table: { ...period.table, policy } }, 'settle', logKeys);
  await verify(period.table.policy);
  const write = (policy: Buffer | null) =>
    club.owner.query('update lottery.odds_table set policy = $2 where id = $1', [table.table.id, policy]);
  await write(null);
  for (const policy of [null, period.table.policy]) {
    await expect(verify(policy)).rejects.toMatchObject({ fault: 'table' });
  }
  await write(period.table.policy);
  await expect(verify(null)).rejects.toMatchObject({ fault: 'table' });
  await verify(period.table.policy);
});

describe('a table with witnesses', () => {
  const plan = () => ({
    key: 'dice-30',
    periodSeconds: 30,
    witnesses: world.witnesses.map((one) => one.vkey),
    quorum: 2,
  });

  test('rules nothing until they have seen it, and never when that was too late', async () => {
    world.manner('refusing');
    const opening = club.openTable(plan());
    const refused = expect(opening).rejects.toThrow(TableRefused);
    await until('the table', async () => {
      const { rows } = await club.owner.query(
        `select 1 from book.entry where type = 'table' and body like '%dice-30%'`,
      );
      return rows.length > 0;
    });
    await world.untilRequested(3);
    await club.clock.forward(60_000);
    await refused;
    await world.untilWitnessed();
    const { rows } = await club.owner.query(
      `select lottery.why_closed(clock.now(), t.lottery_id, floor(extract(epoch from clock.now()) / 30)::bigint, t.id) as why
       from lottery.odds_table t join lottery.lottery l on l.id = t.lottery_id where l.key = 'dice-30'`,
    );
    expect(rows).toEqual([{ why: 'table-closed' }]);
    // Another table, which the witnesses see in time, accepts bets.
    await club.at(club.clock.nowMs());
    const second = await club.openTable(plan());
    const slip = await club.place(await club.member(), second, [{ bet: 'odd', stakeMinor: 100n }]);
    expect(slip.verdict.code).toBe('accepted');
  });

  test.each([
    ['a key that cannot cosign', (keys: string[]) => ['play.example+00000000+AAAA', ...keys.slice(1)]],
    ['one key under two names', (keys: string[]) => [...keys.slice(0, 2), keys[0] ?? '']],
  ])('is refused with %s', async (_, change) => {
    const bad = {
      ...plan(),
      key: 'dice-300',
      periodSeconds: 300,
      witnesses: change(world.witnesses.map((one) => one.vkey)),
    };
    await expect(club.openTable(bad)).rejects.toThrow();
  });
});
