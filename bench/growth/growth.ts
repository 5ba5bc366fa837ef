import { LOTTERIES, type LotteryPlan, PLAY_RULE } from '@tercet/dev/play-house/house-plan.ts';
import { migrate } from '@tercet/server/db/migrate.ts';
import { openDb } from '@tercet/server/db/pool.ts';
import { publishFirstMoneyRule } from '@tercet/server/jobs/publish-money-rule.ts';
import { type BenchClub, type BenchMember, PASSWORDS, startBenchClub } from '../kit/club.ts';
import { type Connection, openConnection } from '../kit/load.ts';
import { percentile, report } from '../kit/measure.ts';
import { letTableApply, untilHeard } from '../kit/slip-load.ts';
import { signInOwner } from '../kit/staff.ts';
import { CALLS, type Call, type HouseFacts, requestOf } from './growth-calls.ts';
import { fillHouse, type HouseSize } from './growth-house.ts';

/** `TERCET_BENCH_MEMBERS` makes the houses smaller, to try the benchmark. */
const MEMBERS = Number(process.env.TERCET_BENCH_MEMBERS ?? 1_000);
/** `TERCET_BENCH_CALLS`: only calls whose name contains it; by default all. */
const ASKED = process.env.TERCET_BENCH_CALLS ?? '';
const DAYS = 3;
const SIZES = [1, 10, 100].map((times): HouseSize => ({ members: MEMBERS * times, days: DAYS * times }));
/** Members whose calls are measured: as many in each house, with as many slips. */
const WATCHED = 20;
const WARM_ROUNDS = 10;
const ROUNDS = 30;
const SLOWER_MAX = 1.2;
const PLAN: LotteryPlan = { ...(LOTTERIES[0] as LotteryPlan), id: 9, key: 'bench-300', periodSeconds: 300 };

interface House {
  times: number;
  club: BenchClub;
  watched: BenchMember[];
  facts: HouseFacts;
  port: number;
}

interface Caller {
  house: House;
  connection: Connection;
}

/**
 * Calls of members and staff over HTTP in a house, and in ones with ten and a hundred times the members, slips and
 * days. All three run beside each other and are called in turn, under the same conditions. Besides the time it counts
 * the pages of tables and indexes touched, which do not depend on the machine's load.
 */
export async function growth(): Promise<void> {
  const houses: House[] = [];
  try {
    for (const size of SIZES) {
      houses.push(await openHouse(size));
      process.stderr.write(`a house of ${size.members} members and ${size.days} days stands\n`);
    }
    // Opened last, since idle connections would have been closed meanwhile.
    const callers = await Promise.all(
      houses.map(async (house): Promise<Caller> => ({ house, connection: await openConnection(house.port) })),
    );
    let slower = 0;
    for (const call of CALLS.filter(({ name }) => name.includes(ASKED))) slower += await measureCall(callers, call);
    report('growth: calls that slow by more than a fifth', slower, 'calls');
    for (const { connection } of callers) connection.close();
  } finally {
    for (const { club } of houses) await club.stop();
  }
}

async function openHouse(size: HouseSize): Promise<House> {
  const club = await startBenchClub({
    members: size.members,
    lotteries: [PLAN],
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' },
  });
  await club.owner.query('create extension pg_stat_statements');
  await migrate(club.ownerUrl, { passwords: PASSWORDS, partitionDays: { back: size.days + 1, ahead: 40 } });
  await letTableApply(club, PLAN);
  await publishFirstMoneyRule(openDb(club.owner), PLAY_RULE);
  const watched = club.members.slice(0, WATCHED);
  await fillHouse(club, PLAN, size, watched);
  const port = await club.serve(undefined, {}, ['--role=api']);
  await club.serveRole('draw');
  await untilHeard(club);
  const house = { times: size.members / (SIZES[0]?.members ?? 1), club, watched, port };
  return { ...house, facts: await factsOf(club, watched, port) };
}

async function factsOf(club: BenchClub, watched: BenchMember[], port: number): Promise<HouseFacts> {
  const token = await signInOwner(club);
  const response = await fetch(`http://127.0.0.1:${port}/api/lotteries/${PLAN.key}`);
  const { table } = (await response.json()) as { table: { hash: string } };
  const { rows } = await club.owner.query<{ first: number; last: number }>(
    'select min(period)::integer as first, max(period)::integer as last from draw.draw where lottery_id = $1',
    [PLAN.id],
  );
  const own: HouseFacts['own'] = new Map();
  for (const member of watched) own.set(member.id, await ownOf(port, member));
  return {
    lotteryKey: PLAN.key,
    periodSeconds: PLAN.periodSeconds,
    tableHash: table.hash,
    lately: (rows[0]?.last ?? 0) - 5,
    longAgo: (rows[0]?.first ?? 0) + 100,
    today: new Date().toISOString().slice(0, 10),
    own,
    staffCookie: token,
  };
}

/** The member's first slip and the cursors of the last pages. */
async function ownOf(
  port: number,
  { token }: BenchMember,
): Promise<{ slipId: string; slips: string; statement: string }> {
  const read = async (path: string): Promise<{ items: { id: string }[]; nextCursor: string | null }> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: `tercet=${token}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { items: { id: string }[]; nextCursor: string | null };
  };
  const slips = await read('/api/slips');
  const last = await read(`/api/slips?cursor=${slips.nextCursor}`);
  const statement = await read('/api/me/statement?limit=30');
  return {
    slipId: last.items.at(-1)?.id ?? '',
    slips: slips.nextCursor ?? '',
    statement: statement.nextCursor ?? '',
  };
}

/** Returns 1 when the call is slower in a larger house than allowed. */
async function measureCall(callers: Caller[], call: Call): Promise<number> {
  for (let round = 0; round < WARM_ROUNDS; round++) for (const caller of callers) await callOnce(caller, call, round);
  for (const { house } of callers) await house.club.owner.query('select pg_stat_statements_reset()');
  const samples = callers.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, caller] of callers.entries()) samples[index]?.push(await callOnce(caller, call, round));
  }
  const ms = samples.map((some) => percentile(some, 0.5));
  const pages = await Promise.all(callers.map(({ house }) => pagesACall(house)));
  let isSlower = 0;
  for (const [index, { house }] of callers.entries()) {
    if (index === 0) continue;
    const { times } = house;
    const { ratio } = report(`growth ×${times}: ${call.name}`, ms[index] ?? 0, 'ms', ms[0]);
    report(`growth ×${times}: ${call.name}, pages`, pages[index] ?? 0, 'pages', pages[0]);
    if ((ratio ?? 0) > SLOWER_MAX) isSlower = 1;
  }
  return isSlower;
}

/** Milliseconds until the whole answer has arrived. Throws on an error status. */
async function callOnce({ house, connection }: Caller, call: Call, round: number): Promise<number> {
  const { facts, port, watched } = house;
  const member = watched[round % watched.length] as BenchMember;
  const request = requestOf(call, facts, port, member);
  const start = performance.now();
  const status = await connection.send(request);
  const ms = performance.now() - start;
  if (status < 200 || status > 299) throw new Error(`${call.name}: ${status}`);
  return ms;
}

/** Pages of tables and indexes that the server's statements have touched since the reset. */
async function pagesACall({ club }: House): Promise<number> {
  const { rows } = await club.owner.query<{ pages: number }>(
    `select sum(shared_blks_hit + shared_blks_read)::float8 as pages from pg_stat_statements
     where userid::regrole::text like '%\\_api'`,
  );
  return (rows[0]?.pages ?? 0) / ROUNDS;
}
