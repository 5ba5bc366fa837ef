import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { voidRate } from '../../src/draw/evidence/draw-records.ts';
import { findLateSeals } from '../../src/draw/seal/override.ts';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { listSlips } from '../../src/draw/slips/slip-list.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Club, OpenTable } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import {
  advance,
  creditsOf,
  diceOf,
  expectBooksBalance,
  lotteryOf,
  mortalDb,
  outcomeOf,
  periodIn,
  winOf,
} from './drawing.ts';
import { openWitnessedClub, type Played, type WitnessedClub } from './witnessed-club.ts';

/** Kills in `npm test`, of about twenty commits. */
const KILLS_TRIED = 6;

let world: WitnessedClub;
let club: Club;
let table: OpenTable;
beforeAll(async () => {
  // The tests move the clock by days. Short periods would become void by the thousands.
  world = await openWitnessedClub(3600);
  ({ club, table } = world);
});
beforeEach(async () => {
  world.manner('honest');
  world.offsetMs = 0;
  await advance(club, table);
});
afterEach(() => world.untilWitnessed());
afterAll(() => world.close());

describe('a seal that turns out to have been in time', () => {
  /**
   * Two of three witnesses cosign and publish in time, but their answers are lost: the draw is void and stakes are
   * refunded.
   */
  async function hiddenSeal(): Promise<Played> {
    const played = await world.play();
    const { period } = played;
    world.manner('mute');
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    world.manner('refusing');
    await world.at(period.voidFromMs + 1);
    expect(await world.stateOf(period)).toBe('void');
    return played;
  }

  function look(lastMs = 0): Promise<number> {
    const deps = { db: club.draw, origin: ORIGIN, witnesses: world.links, onFault() {} };
    return findLateSeals(deps, lotteryOf(club, table), lastMs);
  }

  test('overrides the void: its own round decides, and winners get what is missing to their payout', async () => {
    const before = await voidRate(club.db);
    const { member, period, winner, loser } = await hiddenSeal();
    expect(await creditsOf(club, winner)).toEqual([['refund', 1_000n]]);
    expect((await voidRate(club.db)).voids).toBe(before.voids + 1);
    await club.at(period.draws * 1_000 + DAY_MS / 2);
    await look();
    expect(await world.stateOf(period)).toBe('late');
    await advance(club, table);
    expect(await world.stateOf(period)).toBe('settled');
    expect(await outcomeOf(club, period)).toMatchObject({
      dice: [diceOf(club, period)],
      entries: ['seal', 'void', 'draw'],
      tasks: 0,
    });
    expect(await creditsOf(club, winner)).toEqual([
      ['refund', 1_000n],
      ['payout', winOf(club, winner, period) - 1_000n],
    ]);
    expect(await creditsOf(club, loser)).toEqual([['refund', 300n]]);
    const { items } = await listSlips(club.db, club.catalogue(), member, { limit: 10 });
    expect(items.map((slip) => [slip.state, slip.payoutMinor])).toEqual([
      ['returned', 300n],
      ['won', winOf(club, winner, period)],
    ]);
    // The loser's stake was refunded too, so the draw still counts as void.
    expect((await voidRate(club.db)).voids).toBe(before.voids + 1);
    // Repeating the check or the advance changes nothing.
    await look();
    await advance(club, table);
    expect(await creditsOf(club, winner)).toHaveLength(2);
  });

  test('is not found where no witness saw one; nor asked about for ever', async () => {
    const { period } = await world.play();
    world.manner('refusing');
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    await world.at(period.voidFromMs + 1);
    await world.untilWitnessed();
    await look();
    expect(await world.stateOf(period)).toBe('void');
    // A check of all draws happens at intervals; it returns its time.
    await club.at(club.clock.nowMs() + 1_000);
    const now = club.clock.nowMs();
    expect(await look(now - 1_000)).toBe(now - 1_000);
    expect(await look(now - DAY_MS)).toBe(now);
  });

  test('wherever the process is killed, stakes go back once and the rest is paid once', async () => {
    /** Kills it before a commit, and goes on with another. Returns how many it was about to send. */
    async function killedBefore(commit: number): Promise<number> {
      const { period, winner, loser } = await hiddenSeal();
      await club.at(period.draws * 1_000);
      const mortal = mortalDb(club.database.urls.draw, commit);
      const act = async () => {
        const deps = { db: mortal.db, origin: ORIGIN, witnesses: world.links, onFault() {} };
        await findLateSeals(deps, lotteryOf(club, table), 0);
        await advance(club, table, { db: mortal.db });
      };
      await act().catch(() => {});
      await mortal.close();
      await look();
      await advance(club, table);
      expect(await creditsOf(club, winner)).toEqual([
        ['refund', 1_000n],
        ['payout', winOf(club, winner, period) - 1_000n],
      ]);
      expect(await creditsOf(club, loser)).toEqual([['refund', 300n]]);
      expect(await outcomeOf(club, period)).toMatchObject({ dice: [diceOf(club, period)], tasks: 0 });
      await world.at(periodIn(club, table).locks * 1_000 + 2_000);
      await world.untilWitnessed();
      return mortal.commits();
    }
    const all = await killedBefore(Number.POSITIVE_INFINITY);
    expect(all).toBeGreaterThan(KILLS_TRIED);
    for (const commit of sampleOf([...Array(all).keys()], KILLS_TRIED))
      expect(await killedBefore(commit)).toBeGreaterThan(commit);
  }, 120_000);

  test('while stakes are still on their way back: all of them arrive, and then the rest', async () => {
    const played = await world.play();
    const { period, winner, loser } = played;
    world.manner('mute');
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    world.manner('refusing');
    await club.at(period.voidFromMs + 1);
    // Kill it between two chunks of the refund.
    const mortal = mortalDb(club.database.urls.draw, 3);
    await advance(club, table, { db: mortal.db }).catch(() => {});
    await mortal.close();
    await club.at(period.draws * 1_000);
    await look();
    await advance(club, table);
    // Another process, still refunding, has not seen the override.
    await payStep(club.draw, period, 'refund', null);
    expect(await creditsOf(club, winner)).toEqual([
      ['refund', 1_000n],
      ['payout', winOf(club, winner, period) - 1_000n],
    ]);
    expect(await creditsOf(club, loser)).toEqual([['refund', 300n]]);
  });

  test('never gives stakes back a second time, should the beacon be late too', async () => {
    const { period, winner } = await hiddenSeal();
    club.beacon.down = true;
    await club.clock.set(period.draws * 1_000 + DAY_MS + 1_000);
    await look();
    await advance(club, table, { onFault() {} });
    expect(await creditsOf(club, winner)).toEqual([['refund', 1_000n]]);
    expect((await outcomeOf(club, period)).tasks).toBe(1);
    club.beacon.down = false;
    await world.at(club.clock.nowMs() + 60_000);
    expect(await creditsOf(club, winner)).toEqual([
      ['refund', 1_000n],
      ['payout', winOf(club, winner, period) - 1_000n],
    ]);
  });
});

test('and money went nowhere', () => expectBooksBalance(club));
