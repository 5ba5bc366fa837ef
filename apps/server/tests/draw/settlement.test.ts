import { type Bet, type Dice, payoutOnDice, type Stake, SUM_BETS, sumOf } from '@tercet/fair';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import type { Period } from '../../src/draw/periods.ts';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { sealDue } from '../../src/draw/worker/advance.ts';
import { drawPeriod } from '../../src/draw/worker/draw.ts';
import type { PlacedSlip } from '../../src/lottery/place-slip.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { diceOf, expectBooksBalance, lotteryOf, mortalDb, outcomeOf, periodIn } from './drawing.ts';
import { payoutsOf, pretendDrawn } from './pretend-drawn.ts';

const FACES = [1, 2, 3, 4, 5, 6];
const OUTCOMES: Dice[] = FACES.flatMap((a) => FACES.flatMap((b) => FACES.map((c): Dice => [a, b, c])));
/** As if there were so many that each bucket is a chunk of its own. */
const MANY = 1_000_000n;
/** Outcomes played in `npm test`. Each is a period of the club. */
const OUTCOMES_TRIED = 36;

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

/** Win of a slip in minor units. */
function winOf({ prepared }: PlacedSlip, dice: Dice): bigint {
  return payoutOnDice(prepared.selections, prepared.table.entryMultipliers, dice);
}

function expected(slips: readonly PlacedSlip[], dice: Dice): Map<string, bigint> {
  return new Map(slips.map((slip) => [slip.prepared.slipId, winOf(slip, dice)] as const).filter(([, win]) => win > 0n));
}

describe('what is paid', () => {
  test('is ⌊stake · multiplier / 10 000⌋ a winning selection, for each of the 216 outcomes and every bet', async () => {
    const table = await club.openTable({
      key: 'dice-30',
      periodSeconds: 30,
      stakeMax: 10n ** 12n,
      slipMax: 10n ** 14n,
      memberCap: 10n ** 18n,
      periodCap: 10n ** 18n,
    });
    const members = await club.members(4, { credits: 10n ** 17n });
    const stake = fc.oneof(fc.bigInt(100n, 10_000n), fc.bigInt(100n, 10n ** 12n));
    const some = fc.subarray<Bet>([...SUM_BETS], { minLength: 1 });
    const every = fc.constant<Bet[]>([...SUM_BETS]);
    const slipOf = (bets: typeof some) =>
      bets.chain((chosen) => fc.tuple(...chosen.map((bet) => fc.record({ bet: fc.constant(bet), stakeMinor: stake }))));
    const plays = fc.sample(fc.tuple(slipOf(every), slipOf(some), slipOf(some), slipOf(some)), {
      numRuns: OUTCOMES.length,
      seed: 216,
    });
    for (const [index, dice] of sampleOf([...OUTCOMES.entries()], OUTCOMES_TRIED)) {
      const period = periodIn(club, table);
      const bets = plays[index] as Stake[][];
      // Members play for longer than an hour, so confirm their reality checks.
      await club.owner.query('update lottery.play_session set checked_at = to_timestamp($1)', [
        club.clock.nowMs() / 1_000,
      ]);
      const slips = await Promise.all(members.map((member, n) => club.place(member, table, bets[n] ?? [])));
      await club.at(period.draws * 1_000);
      const entry = await pretendDrawn(club, period, dice);
      await club.pools.draw.query("select draw.settle_chunk(0::smallint, 255::smallint, $1, $2, 'settle', $3, $4)", [
        table.lotteryId,
        period.period,
        Buffer.from(entry, 'hex'),
        Buffer.from(table.table.hash, 'hex'),
      ]);
      expect([dice, await payoutsOf(club, table, period)]).toEqual([dice, expected(slips, dice)]);
      // After an hour of play, reality checks must be confirmed.
      await club.pool.query('update lottery.play_session set checked_at = to_timestamp($1)', [
        club.clock.nowMs() / 1_000,
      ]);
    }
  }, 60_000);
});

describe('a winner is paid exactly once', () => {
  let table: OpenTable;
  beforeAll(async () => {
    table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  });

  /** Winning and losing slips of many members in all buckets; drawn, but not settled. */
  async function manySlips(): Promise<{ period: Period; slips: PlacedSlip[]; dice: Dice }> {
    const members = await club.members(120);
    const period = periodIn(club, table);
    const dice = diceOf(club, period);
    const sum = sumOf(dice);
    const [wins, loses]: Bet[] = sum > 10 ? ['big', 'small'] : ['small', 'big'];
    const slips = await Promise.all(
      members.map((member, n) =>
        club.place(member, table, [
          { bet: (n % 3 ? wins : loses) ?? 'big', stakeMinor: BigInt(100 + n) },
          { bet: n % 2 ? (`s${sum}` as Bet) : sum === 10 ? 's11' : 's10', stakeMinor: BigInt(1_000 + n) },
        ]),
      ),
    );
    await club.at(period.locks * 1_000);
    await sealDue({ db: club.draw }, lotteryOf(club, table));
    await club.at(period.draws * 1_000);
    expect(await drawPeriod(club.draw, period, club.beacon.sign(period.round))).toBe('drawn');
    return { period, slips, dice };
  }

  test('by workers at once, in chunks of different sizes, and again and again', async () => {
    const { period, slips, dice } = await manySlips();
    const counts = [MANY, MANY, 1n, 20_000n, 120n];
    await Promise.all(counts.map((count) => payStep(club.draw, period, 'settle', count)));
    expect(await payoutsOf(club, table, period)).toEqual(expected(slips, dice));
    await payStep(club.draw, period, 'settle', MANY);
    await payStep(club.draw, period, 'settle', 120n);
    expect(await payoutsOf(club, table, period)).toEqual(expected(slips, dice));
    expect(await outcomeOf(club, period)).toMatchObject({ steps: ['settle'], tasks: 0 });
  });

  test('by processes that are killed between chunks and started again with another size of chunk', async () => {
    const { period, slips, dice } = await manySlips();
    for (const [commits, count] of [
      [3, MANY],
      [1, 20_000n],
      [100, MANY],
    ] as const) {
      const mortal = mortalDb(club.database.urls.draw, commits);
      await payStep(mortal.db, period, 'settle', count).catch(() => {});
      await mortal.close();
      expect((await outcomeOf(club, period)).steps).toEqual([]);
    }
    await payStep(club.draw, period, 'settle', 120n);
    expect(await payoutsOf(club, table, period)).toEqual(expected(slips, dice));
    expect(await outcomeOf(club, period)).toMatchObject({ steps: ['settle'], tasks: 0 });
  });

  test('by a process that is told to end in the middle, and one that goes on', async () => {
    const { period, slips, dice } = await manySlips();
    const ending = new AbortController();
    const paying = payStep(club.draw, period, 'settle', MANY, ending.signal);
    ending.abort();
    await paying;
    expect(await outcomeOf(club, period)).toMatchObject({ steps: [], tasks: 1 });
    await payStep(club.draw, period, 'settle', MANY);
    expect(await payoutsOf(club, table, period)).toEqual(expected(slips, dice));
    expect(await outcomeOf(club, period)).toMatchObject({ steps: ['settle'], tasks: 0 });
  });

  test('while the member bets on the next period', async () => {
    const { period, slips, dice } = await manySlips();
    const paying = payStep(club.draw, period, 'settle', MANY);
    const next = await Promise.all(
      slips.map(({ prepared }) => club.place(prepared.identity, table, [{ bet: 'odd', stakeMinor: 100n }])),
    );
    await paying;
    expect(next.every(({ verdict }) => verdict.code === 'accepted')).toBe(true);
    expect(await payoutsOf(club, table, period)).toEqual(expected(slips, dice));
  });
});

test('and money went nowhere', () => expectBooksBalance(club));
