import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOTTERIES, type LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import type { BenchClub } from './club.ts';
import type { Answer, LoadOptions } from './load.ts';

/** Seconds that a period must still be open when a run begins. */
const RUN_SECONDS_MAX = 300;

/**
 * One period outlasts a run, so that every slip finds it open. It lasts three hours, so that few runs begin shortly
 * before its lock and have to wait for the next one.
 */
export const LONG_TABLE: LotteryPlan = {
  ...(LOTTERIES[0] as LotteryPlan),
  id: 9,
  key: 'bench-10800',
  periodSeconds: 10_800,
};

/**
 * A table applies from its first period. To avoid waiting for it, the owner moves a long table's first
 * period back. The run must end before that period does, since no process settles by a moved table. The caps are too
 * high to matter.
 */
export async function letTableApply(club: BenchClub, plan: LotteryPlan): Promise<void> {
  await club.owner.query('update lottery.odds_table set period_cap = $1, member_cap = $1 where lottery_id = $2', [
    4_000_000_000_000_000_000n,
    plan.id,
  ]);
  if (plan.periodSeconds < RUN_SECONDS_MAX) return await untilFirstPeriod(club, plan);
  await aheadOfLock(plan);
  await club.owner.query(
    'update lottery.odds_table set first_period = floor(extract(epoch from now()) / $1) where lottery_id = $2',
    [plan.periodSeconds, plan.id],
  );
  // The book must have published the table before the period began.
  await club.owner.query("update book.tree_head set at = at - interval '1 day'");
}

/** Waits until the first period of a table begins. Its draws are then real ones. */
export async function untilFirstPeriod({ owner }: BenchClub, plan: LotteryPlan): Promise<void> {
  const { rows } = await owner.query<{ first: string }>(
    'select min(first_period)::text as first from lottery.odds_table where lottery_id = $1',
    [plan.id],
  );
  await sleep(Math.max(0, Number(rows[0]?.first) * plan.periodSeconds * 1_000 - Date.now()));
}

/** Of 16 MB each: more than a run writes. */
const WAL_SEGMENTS = 64;
/** Settings for `startBenchClub` that keep the segments. */
export const RECYCLED_WAL = { min_wal_size: `${WAL_SEGMENTS * 16 * 2}MB` };

/**
 * A database in use reuses old WAL segments. A new one creates each, which blocks commits for 50 ms. This leaves as
 * many reusable segments as a house in operation has; needs `RECYCLED_WAL`.
 */
export async function recycleWal({ owner }: BenchClub): Promise<void> {
  for (let segment = 0; segment < WAL_SEGMENTS; segment++) {
    await owner.query("select pg_logical_emit_message(true, '', '')");
    await owner.query('select pg_switch_wal()');
  }
  await owner.query('checkpoint');
}

/**
 * Slips of three selections with a unique key each, for the members in turn. Neighbours are never in the same bucket.
 */
export function slipLoad(
  club: BenchClub,
  port: number,
  plan: LotteryPlan,
  answers: Answer[],
  connections = 128,
): Promise<LoadOptions> {
  return slipLoadOf(club, port, plan, null, answers, connections);
}

/** The same for one period, by default the open one. The caller makes sure that it stays open. */
export async function slipLoadOf(
  club: BenchClub,
  port: number,
  plan: LotteryPlan,
  period: number | null,
  answers: Answer[],
  connections = 128,
): Promise<LoadOptions> {
  const response = await fetch(`http://127.0.0.1:${port}/api/lotteries/${plan.key}`);
  const lottery = (await response.json()) as { current: { drawId: string }; table: { hash: string } };
  const body = JSON.stringify({
    drawId: period === null ? lottery.current.drawId : `${plan.key}/${period}`,
    tableHash: lottery.table.hash,
    selections: [
      { bet: 'big', stakeMinor: '100' },
      { bet: 'odd', stakeMinor: '200' },
      { bet: 's11', stakeMinor: '100' },
    ],
  });
  const tail = `\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const head = `POST /api/slips HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\ncookie: tercet=`;
  let turn = 0;
  return {
    port,
    connections,
    request: () => {
      const member = club.members[turn++ % club.members.length];
      return `${head}${member?.token}\r\ntercet-caller: ${member?.id}\r\nidempotency-key: ${randomUUID()}${tail}`;
    },
    onAnswer: (answer) => answers.push(answer),
  };
}

/** Waits for the next period when this one would lock during the run. */
async function aheadOfLock(plan: LotteryPlan): Promise<void> {
  const leftMs = plan.periodSeconds * 1_000 - (Date.now() % (plan.periodSeconds * 1_000));
  if (leftMs < RUN_SECONDS_MAX * 1_000) await sleep(leftMs + 1_000);
}

/** Waits until a draw process has received a beacon round, which slips need. */
export async function untilHeard({ owner }: BenchClub): Promise<void> {
  for (;;) {
    const { rows } = await owner.query('select from draw.beacon_head');
    if (rows.length > 0) return;
    await sleep(50);
  }
}
