import { setTimeout as sleep } from 'node:timers/promises';
import { LOTTERIES, type LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import { LEASE_MS } from '@tercet/server/db/lease.ts';
import { type BenchClub, type ServerProcess, startBenchClub } from '../kit/club.ts';
import { type Answer, closedLoop } from '../kit/load.ts';
import { percentile, report } from '../kit/measure.ts';
import { letTableApply, slipLoadOf } from '../kit/slip-load.ts';

const TABLE = LOTTERIES[0] as LotteryPlan;
const MEMBERS = 2_000;
const CONNECTIONS = 32;
const KILLS = 12;
/** The target, and the time between the lock and the latest valid seal. */
const TAKEOVER_MS_MAX = 3_000;
const SEAL_MS_MAX = 9_000;
const WAIT_MS_MAX = 15_000;

/**
 * Two draw processes, of which one leads. While slips arrive at full speed the leader is killed, every second time just
 * as a period locks. Measures the time from the kill until the other has taken over draw and book.
 */
export async function takeover(): Promise<void> {
  const club = await startBenchClub({ members: MEMBERS, lotteries: [TABLE] });
  try {
    await letTableApply(club, TABLE);
    const port = await club.serve(undefined, {}, ['--role=api']);
    const drawers = [await club.serveRole('draw'), await club.serveRole('draw')];
    const stopping = new AbortController();
    const answers: Answer[] = [];
    const betting = betOn(club, port, answers, stopping.signal);
    const since = await periodNow(club);
    const took: number[] = [];
    while (took.length < KILLS) {
      if (took.length % 2 === 0) await untilLock();
      else await sleep(2_000 + Math.random() * 3_000);
      const ms = await killLeader(club, drawers);
      if (ms !== null) took.push(ms);
    }
    await untilLock();
    await sleep(WAIT_MS_MAX);
    stopping.abort();
    await betting;
    await tell(club, took, answers, since);
  } finally {
    await club.stop();
  }
}

/** Waits for the next lock. */
async function untilLock(): Promise<void> {
  const lengthMs = TABLE.periodSeconds * 1_000;
  await sleep(lengthMs - (Date.now() % lengthMs) + Math.random() * 300);
}

async function betOn(club: BenchClub, port: number, answers: Answer[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const load = await slipLoadOf(club, port, TABLE, null, answers, CONNECTIONS);
    const lengthMs = TABLE.periodSeconds * 1_000;
    await closedLoop(load, Math.min(5, (lengthMs - (Date.now() % lengthMs)) / 1_000));
  }
}

/** Kills the first of the two and starts it again as the second. Null when it did not lead. */
async function killLeader(club: BenchClub, drawers: ServerProcess[]): Promise<number | null> {
  const first = drawers.shift();
  if (!first) throw new Error('no draw process runs');
  const before = await leases(club, 0);
  first.kill();
  const start = performance.now();
  let now = before;
  do {
    await sleep(10);
    now = await leases(club, before.atMs);
  } while (!now.renewed && performance.now() - start < WAIT_MS_MAX);
  const ms = performance.now() - start;
  drawers.push(await club.serveRole('draw'));
  return now.holder === before.holder ? null : ms;
}

/** Who holds the leases, and whether both have been renewed since a moment of the database's clock. */
async function leases(
  { owner }: BenchClub,
  sinceMs: number,
): Promise<{ holder: string; renewed: boolean; atMs: number }> {
  const { rows } = await owner.query(
    `select max(holder::text) filter (where name = 'draw') as holder, clock.now_ms()::float8 as "atMs",
       bool_and(until_at > to_timestamp($1::float8 / 1000)) as renewed
     from draw.lease where name in ('draw', 'book')`,
    [sinceMs + LEASE_MS],
  );
  return rows[0];
}

async function periodNow({ owner }: BenchClub): Promise<number> {
  const { rows } = await owner.query('select floor(extract(epoch from clock.now()) / $1)::integer as period', [
    TABLE.periodSeconds,
  ]);
  return rows[0].period;
}

async function tell({ owner }: BenchClub, took: number[], answers: readonly Answer[], since: number): Promise<void> {
  const { rows } = await owner.query(
    `select count(*)::integer as seals, sum(s.slip_count)::integer as slips,
       max(extract(epoch from (select min(c.at) from book.tree_head c where c.size > s.entry_seq))
         - (s.period + 1) * $1::integer)::float8 * 1000 as slowest,
       (select count(*)::integer from draw.void v where v.period >= $2) as voids
     from draw.seal s where s.period >= $2`,
    [TABLE.periodSeconds, since],
  );
  const { seals, slips, slowest, voids } = rows[0];
  report('takeover p50', percentile(took, 0.5), 'ms', TAKEOVER_MS_MAX);
  report(`takeover slowest of ${took.length}`, percentile(took, 1), 'ms', TAKEOVER_MS_MAX);
  report(`takeover slowest of ${seals} seals after the lock`, slowest, 'ms', SEAL_MS_MAX);
  report('takeover void draws', voids, 'draws');
  report('takeover slips meanwhile', slips, 'slips');
  const lost = answers.filter(({ status }) => status !== 201 && status !== 409).length;
  report('takeover slips neither taken nor too late', lost, 'slips');
}
