import { hash } from 'node:crypto';
import { LOTTERIES, type LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import { bucketOf, newId } from '@tercet/server/db/ids.ts';
import { openPool } from '@tercet/server/db/pool.ts';
import { type BenchClub, startBenchClub } from '../kit/club.ts';
import { type Answer, type LoadOptions, openLoop } from '../kit/load.ts';
import { percentile, report } from '../kit/measure.ts';
import { letTableApply, slipLoadOf } from '../kit/slip-load.ts';

const MEMBERS = 20_000;
const SLIPS = 1_000_000;
const FILL_STEP = 20_000;
/** Slips commit in lanes, so ids of about the same time are unordered. */
const DISORDER = 64;
const BETS_PER_SECOND = 500;
const WARM_SECONDS = 4;
const QUIET_SECONDS = 8;
/** Measuring time from the lock on: about the seal's duration. */
const BESIDE_SECONDS = 3;
const SEALED_WITHIN_MS = 30_000;
const NODE_BYTES = 65;
const PLAN: LotteryPlan = { ...(LOTTERIES[0] as LotteryPlan), id: 9, key: 'bench-180', periodSeconds: 180 };
const PERIOD_MS = PLAN.periodSeconds * 1_000;
/** Time that a period must have left when its slips are inserted. */
const AHEAD_MS = 110_000;

/**
 * Time from the lock of a period with a million slips to its durable seal, in the running server, while slips of the
 * next period are placed, and the latency of those slips. Beside it a plain read and bare hashes of as many rows.
 */
export async function seal(): Promise<void> {
  const club = await startBenchClub({ members: MEMBERS, lotteries: [PLAN] });
  try {
    await letTableApply(club, PLAN);
    const port = await club.serve();
    const leftMs = PERIOD_MS - (Date.now() % PERIOD_MS);
    if (leftMs < AHEAD_MS) await sleep(leftMs);
    const period = Math.floor(Date.now() / PERIOD_MS);
    // Only the seal reads the newly written rows, as after a rush.
    await club.owner.query(
      `alter table lottery.slip_${dayOf(period).replaceAll('-', '')} set (autovacuum_enabled = off)`,
    );
    await fillPeriod(club, period);
    const other = period + 1_000;
    await fillPeriod(club, other, dayOf(period));

    const answers: Answer[] = [];
    const load = await slipLoadOf(club, port, PLAN, period, answers);
    await openLoop(load, BETS_PER_SECOND, WARM_SECONDS);
    const quietP99 = await p99Of(load, answers, QUIET_SECONDS);
    const floor = await plainRead(club, load, other);

    const next = await slipLoadOf(club, port, PLAN, period + 1, answers);
    const lockMs = (period + 1) * PERIOD_MS;
    if (Date.now() > lockMs) throw new Error('the period locked before all slips were inserted');
    await sleep(lockMs - Date.now());
    const besideP99 = await p99Of(next, answers, BESIDE_SECONDS);
    report('seal 1000000 slips', await secondsToSeal(club, period), 's', floor);
    report('slips beside the seal p99', besideP99, 'ms', quietP99);
  } finally {
    await club.stop();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function dayOf(period: number): string {
  return new Date((period + 1) * PERIOD_MS).toISOString().slice(0, 10);
}

async function p99Of(load: LoadOptions, answers: Answer[], seconds: number): Promise<number> {
  answers.length = 0;
  await openLoop(load, BETS_PER_SECOND, seconds);
  const refused = answers.filter((answer) => answer.status !== 201);
  if (refused.length > 0)
    throw new Error(`${refused.length} of ${answers.length} slips were refused (${refused[0]?.status})`);
  return percentile(
    answers.map((answer) => answer.ms),
    0.99,
  );
}

/** Inserts slips in bulk, as the owner, in the order of a rush. The club ends before they are settled. */
async function fillPeriod(club: BenchClub, period: number, day = dayOf(period)): Promise<void> {
  for (let from = 0; from < SLIPS; from += FILL_STEP) {
    const ids = disordered(Array.from({ length: FILL_STEP }, newId));
    const members = ids.map((_, index) => club.members[(from + index) % club.members.length]?.id ?? '');
    await club.owner.query(
      `insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total,
         at_risk, stakes, commitment, leaf)
       select b, m, $4, ${PLAN.id}, $5, i, i, 1, 0, 400, 0, '{100,NULL,200,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,100,
         NULL,NULL,NULL,NULL,NULL,NULL,NULL}', sha256(i::text::bytea), sha256(i::text::bytea)
       from unnest($1::smallint[], $2::uuid[], $3::uuid[]) q (b, m, i)`,
      [members.map(bucketOf), members, ids, day, period],
    );
  }
}

function disordered(ids: string[]): string[] {
  for (const [index, id] of ids.entries()) {
    const other = Math.min(ids.length - 1, index + Math.floor(Math.random() * DISORDER));
    ids[index] = ids[other] ?? id;
    ids[other] = id;
  }
  return ids;
}

/** Seconds to read a period's ids and leaves unordered and to hash as many nodes, with bets beside it. */
async function plainRead(club: BenchClub, load: LoadOptions, period: number): Promise<number> {
  const pool = openPool({ url: club.urls.draw, connectionsMax: 1, statementTimeoutMs: 60_000 });
  const bets = openLoop(load, BETS_PER_SECOND, BESIDE_SECONDS);
  const start = performance.now();
  const { rowCount } = await pool.query('select id, leaf from lottery.slip where lottery_id = $1 and period = $2', [
    PLAN.id,
    period,
  ]);
  if (rowCount !== SLIPS) throw new Error(`${rowCount} slips instead of ${SLIPS}`);
  const node = Buffer.alloc(NODE_BYTES);
  for (let n = 0; n < SLIPS; n++) hash('sha256', node, 'hex');
  const seconds = (performance.now() - start) / 1_000;
  await bets;
  await pool.end();
  return seconds;
}

/** Seconds between the lock and the checkpoint that covers the seal, by the database's clock. */
async function secondsToSeal(club: BenchClub, period: number): Promise<number> {
  const giveUp = performance.now() + SEALED_WITHIN_MS;
  while (performance.now() < giveUp) {
    const { rows } = await club.owner.query<{ seconds: number; slips: number }>(
      `select (extract(epoch from c.at) - $2)::float8 as seconds, s.slip_count::integer as slips
       from draw.seal s join book.tree_head c on c.size > s.entry_seq
       where s.lottery_id = ${PLAN.id} and s.period = $1 order by c.size limit 1`,
      [period, ((period + 1) * PERIOD_MS) / 1_000],
    );
    const [row] = rows;
    if (row) {
      if (row.slips < SLIPS) throw new Error(`${row.slips} slips were sealed instead of ${SLIPS} at least`);
      return row.seconds;
    }
    await sleep(50);
  }
  throw new Error('the period was not sealed');
}
