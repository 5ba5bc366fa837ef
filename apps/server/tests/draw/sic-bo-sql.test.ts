/** Settlement and reconciliation of the full Sic Bo layout, with vectors of the independent verifier. */
import { BETS, type Bet, type Dice, multipliersOfTable } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import vectors from '../../../../packages/fair/vectors/payouts.json' with { type: 'json' };
import { slipFaults } from '../../src/reconciliation/slips.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { periodIn } from './drawing.ts';
import { payoutsOf, pretendDrawn } from './pretend-drawn.ts';

/** A slip of the vectors and its payouts on the 216 outcomes. */
interface VectorSlip {
  name: string;
  selections: { bet: string; stakeMinor: string }[];
  multipliers: Record<string, string | string[]>;
  paidMinor: string[];
}
const slips = vectors.slips as VectorSlip[];
const outcomes = vectors.outcomes as unknown as { dice: Dice; wins: Partial<Record<Bet, number>> }[];
/** In `npm test`, where whole slips are played: each outcome is a period of the club. */
const OUTCOMES_PLAYED = 36;

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

/** Multipliers by position: position n pays n for a stake of 1, so the amount reveals the position. */
const BY_POSITION = Array.from({ length: 66 }, (_, index) => (index + 1) * 10_000);

/** Each winning bet with the position of its multiplier. */
function positionsOf(wins: Partial<Record<Bet, number>>): [number, number][] {
  return BETS.flatMap((bet, index): [number, number][] => {
    const hits = wins[bet];
    return hits === undefined ? [] : [[index + 1, index + 1 + ([0, 0, 34, 40][hits] ?? 0)]];
  });
}

describe('over all outcomes and all codes of the vectors', () => {
  test('settlement takes the bets that win and their multipliers', async () => {
    for (const { dice, wins } of outcomes) {
      const { rows } = await club.owner.query('select places, rates from draw.winning($1, $2)', [dice, BY_POSITION]);
      const expected = positionsOf(wins);
      expect([dice, rows[0].places]).toEqual([dice, expected.map(([place]) => place)]);
      expect([dice, rows[0].rates]).toEqual([dice, expected.map(([, rate]) => rate * 10_000)]);
    }
  });

  test('reconciliation pays each code alone the same', async () => {
    for (const { dice, wins } of outcomes) {
      const { rows } = await club.owner.query(
        `select n as place, draw.due_by_dice(
           array_fill(null::bigint, array[n - 1]) || 1::bigint || array_fill(null::bigint, array[54 - n]), $2, $1)::integer
           as due
         from generate_series(1, 54) n`,
        [dice, BY_POSITION],
      );
      const due = rows.filter((row) => row.due > 0).map((row) => [row.place, row.due]);
      expect([dice, due]).toEqual([dice, positionsOf(wins)]);
    }
  });

  test('settlement of a table with bets on the sum takes three, as ever', async () => {
    for (const { dice, wins } of outcomes) {
      const { rows } = await club.owner.query('select places from draw.winning($1, $2)', [
        dice,
        BY_POSITION.slice(0, 20),
      ]);
      const onSum = positionsOf(wins).filter(([place]) => place <= 20);
      expect([dice, rows[0].places]).toEqual([dice, onSum.map(([place]) => place)]);
    }
  });

  test('without dice nothing wins, and the settlement stops', async () => {
    const { rows } = await club.owner.query('select places from draw.winning(null, $1)', [BY_POSITION]);
    expect(rows).toEqual([{ places: null }]);
  });
});

/** Slips with stakes that the kit's tables accept. The multipliers are those of the vectors. */
const PLACED = slips.filter(({ selections }) => selections.every(({ stakeMinor }) => BigInt(stakeMinor) >= 100n));

async function openSicBo(): Promise<OpenTable> {
  const table = await club.openTable({ key: 'sicbo-30', periodSeconds: 30, layout: 'sic-bo' });
  const offered = multipliersOfTable(table.table.entry);
  for (const [bet, value] of PLACED.flatMap(({ multipliers }) => Object.entries(multipliers))) {
    expect([bet, offered[bet as Bet]]).toEqual([bet, typeof value === 'string' ? Number(value) : value.map(Number)]);
  }
  return table;
}

test('whole slips are settled and reconciled as the vectors say, for each of the 216 outcomes', async () => {
  expect(PLACED.length).toBeGreaterThanOrEqual(7);
  const table = await openSicBo();
  const members = await club.members(PLACED.length, { credits: 10n ** 12n });
  for (const [index, { dice }] of sampleOf([...outcomes.entries()], OUTCOMES_PLAYED)) {
    const period = periodIn(club, table);
    await club.owner.query('update lottery.play_session set checked_at = to_timestamp($1)', [
      club.clock.nowMs() / 1_000,
    ]);
    const placed = await Promise.all(
      PLACED.map(({ selections }, n) =>
        club.place(
          members[n]!,
          table,
          selections.map(({ bet, stakeMinor }) => ({ bet: bet as Bet, stakeMinor: BigInt(stakeMinor) })),
        ),
      ),
    );
    await club.at(period.draws * 1_000);
    const entry = await pretendDrawn(club, period, dice);
    const due = { of: 'period' as const, period: paidPeriodOf(period), buckets: [0, 255] as const };
    await club.pools.draw.query("select draw.settle_chunk(0::smallint, 255::smallint, $1, $2, 'settle', $3, $4)", [
      table.lotteryId,
      period.period,
      Buffer.from(entry, 'hex'),
      Buffer.from(table.table.hash, 'hex'),
    ]);
    const paid = await payoutsOf(club, table, period);
    const amounts = placed.map(({ prepared }) => String(paid.get(prepared.slipId) ?? 0n));
    expect([dice, amounts]).toEqual([dice, PLACED.map(({ paidMinor }) => paidMinor[index])]);
    expect([dice, await slipFaults(club.jobs, due)]).toEqual([dice, []]);
    await club.pool.query('update lottery.play_session set checked_at = to_timestamp($1)', [
      club.clock.nowMs() / 1_000,
    ]);
  }
}, 120_000);

function paidPeriodOf({ lottery, period, locks }: ReturnType<typeof periodIn>) {
  return { lotteryId: lottery.id, period, day: new Date(locks * 1_000).toISOString().slice(0, 10) };
}
