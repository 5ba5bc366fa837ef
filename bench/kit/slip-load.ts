import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import type { BenchClub } from './club.ts';
import type { Answer, LoadOptions } from './load.ts';

/** Seconds that a period must still be open when a run begins. */
const RUN_SECONDS_MAX = 300;

/**
 * A table rules from its first period on. Nobody waits twenty minutes for a benchmark: the owner moves that of a long
 * one back, and the run ends before the period does, since no process pays by a table that was moved. Caps are out of
 * the way.
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
  // The book must have shown the table before the period began.
  await club.owner.query("update book.tree_head set at = at - interval '1 day'");
}

async function untilFirstPeriod({ owner }: BenchClub, plan: LotteryPlan): Promise<void> {
  const { rows } = await owner.query<{ first: string }>(
    'select min(first_period)::text as first from lottery.odds_table where lottery_id = $1',
    [plan.id],
  );
  await sleep(Math.max(0, Number(rows[0]?.first) * plan.periodSeconds * 1_000 - Date.now()));
}

/** Of 16 MB each: more than a run writes. */
const WAL_SEGMENTS = 64;
/** For `startBenchClub`, so that the segments are kept. */
export const RECYCLED_WAL = { min_wal_size: `${WAL_SEGMENTS * 16 * 2}MB` };

/**
 * A database that has been up for some checkpoints writes over WAL segments that it needs no more; a new one makes
 * each, 50 ms in which nothing commits. Leaves as many to write over as a house has that is not new; needs
 * `RECYCLED_WAL`.
 */
export async function recycleWal({ owner }: BenchClub): Promise<void> {
  for (let segment = 0; segment < WAL_SEGMENTS; segment++) {
    await owner.query("select pg_logical_emit_message(true, '', '')");
    await owner.query('select pg_switch_wal()');
  }
  await owner.query('checkpoint');
}

/** Slips of three selections, each with a key of its own, by the members in turn (no two neighbours in one bucket). */
export function slipLoad(
  club: BenchClub,
  port: number,
  plan: LotteryPlan,
  answers: Answer[],
  connections = 128,
): Promise<LoadOptions> {
  return slipLoadOf(club, port, plan, null, answers, connections);
}

/** The same for one period by its number, by default the one that is open; the caller sees to it that it stays open. */
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

/** Waits for the next period where this one would lock during the run. */
async function aheadOfLock(plan: LotteryPlan): Promise<void> {
  const leftMs = plan.periodSeconds * 1_000 - (Date.now() % (plan.periodSeconds * 1_000));
  if (leftMs < RUN_SECONDS_MAX * 1_000) await sleep(leftMs + 1_000);
}

/** Until a process that draws has heard the beacon: without it no slip is taken. */
export async function untilHeard({ owner }: BenchClub): Promise<void> {
  for (;;) {
    const { rows } = await owner.query('select from draw.beacon_head');
    if (rows.length > 0) return;
    await sleep(50);
  }
}
