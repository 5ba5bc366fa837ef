import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOTTERIES, type LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import { type BenchClub, startBenchClub } from '../kit/club.ts';
import { FLOORS, floorPerSecond, prepareFloor } from '../kit/floor.ts';
import { type Answer, closedLoop, type LoadOptions, openLoop } from '../kit/load.ts';
import { percentile, report } from '../kit/measure.ts';
import { LONG_TABLE, letTableApply, RECYCLED_WAL, recycleWal, slipLoad } from '../kit/slip-load.ts';
import type { StreamPlan, StreamsMessage } from '../live/stream-clients.ts';
import { fillPeriod } from './fill-slips.ts';

/** Each has an event stream and plays: the stream announces each of their slips. */
const MEMBERS = 10_000;
const SLIPS = 100_000;
const ROUNDS = 2;
/** Measuring time from a lock on. Longer than the seal that follows. */
const SECONDS = 3;
/** Delay after a lock until the draw is paid. Then the floor is measured beside the streams only. */
const QUIET_AFTER_MS = 21_000;
const OPEN_PER_SECOND = 2_000;
const OPEN_SECONDS = 8;
const OPEN_P99_MS = 15;
/** Warm-up, so that the server has compiled its hot code. */
const WARM_SECONDS = 20;
/** Reserve for opening the streams and for stalls of the machine. */
const SPARE_MS = 20_000;
const SEALED_WITHIN_MS = 15_000;
/** Periods ahead. The club has ended before this one. */
const NEVER_SEALED = 2_000;
/** Two locks per round, and one for the open loop. */
const LOCKS = 2 * ROUNDS + 1;

const SEALED: LotteryPlan = { ...(LOTTERIES[0] as LotteryPlan), id: 8, key: 'bench-30', periodSeconds: 30 };
const PERIOD_MS = SEALED.periodSeconds * 1_000;

/** Completion times in unix milliseconds. */
type Times = number[];

/**
 * Slips over HTTP on a process with an event stream for each of 10,000 members, while it seals 100,000 slips of another
 * table. The floor runs beside the same streams and seals, at every other lock, so that both have the same share of the
 * cores. A floor without a seal is a second figure.
 */
export async function crowd(): Promise<void> {
  const club = await startBenchClub({ members: MEMBERS, lotteries: [SEALED, LONG_TABLE], settings: RECYCLED_WAL });
  let clients: Clients | null = null;
  try {
    await prepareFloor(club.ownerUrl);
    for (const plan of [SEALED, LONG_TABLE]) await letTableApply(club, plan);
    const port = await club.serve(undefined, { TERCET_STREAMS_PER_ADDRESS: String(MEMBERS) });
    const answers: Answer[] = [];
    const load = await slipLoad(club, port, LONG_TABLE, answers);
    const first = await firstPeriod(club);
    for (let n = 0; n < LOCKS; n++) await fillPeriod(club, SEALED, first + n, SLIPS);
    await club.owner.query('vacuum analyze');
    await recycleWal(club);
    clients = await openClients(club, port);
    await closedLoop(load, WARM_SECONDS);
    if (Date.now() > lockMs(first)) throw new Error('the first period locked before the preparation was done');
    await measure(club, load, answers, first);
    if (clients.heard() < LOCKS) throw new Error(`all streams heard ${clients.heard()} of ${LOCKS} seals`);
    report('crowd: seals that all streams were told of', clients.heard(), 'seals', LOCKS);
  } finally {
    clients?.stop();
    await club.stop();
  }
}

/**
 * The first period that counts. It must be filled before its lock. Filling a future period first tells how long that
 * takes.
 */
async function firstPeriod(club: BenchClub): Promise<number> {
  const start = performance.now();
  await fillPeriod(club, SEALED, Math.floor(Date.now() / PERIOD_MS) + NEVER_SEALED, SLIPS);
  const fillMs = (LOCKS + 1) * (performance.now() - start);
  return Math.ceil((Date.now() + fillMs + WARM_SECONDS * 1_000 + SPARE_MS) / PERIOD_MS);
}

async function measure(club: BenchClub, load: LoadOptions, answers: Answer[], first: number): Promise<void> {
  answers.length = 0;
  const slips = { seconds: 0, sealing: { count: 0, seconds: 0 } };
  const floors = { beside: 0, quiet: 0, sealing: { count: 0, seconds: 0 } };
  const seals: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const period = first + 2 * round;
    const placed = timesOf(load);
    await sleepUntil(lockMs(period));
    slips.seconds += await closedLoop(placed.load, SECONDS);
    seals.push(await addSealing(club, period, placed.times, slips.sealing));
    await sleepUntil(lockMs(period) + QUIET_AFTER_MS);
    floors.quiet += (await floorPerSecond(club.ownerUrl, FLOORS.simpleUpdate, SECONDS)) / ROUNDS;
    const updated: Times = [];
    await sleepUntil(lockMs(period + 1));
    floors.beside +=
      (await floorPerSecond(club.ownerUrl, FLOORS.simpleUpdate, SECONDS, () => updated.push(nowMs()))) / ROUNDS;
    seals.push(await addSealing(club, period + 1, updated, floors.sealing));
  }
  refuseRefused(answers);
  const perSecond = answers.length / slips.seconds;
  report('crowd', perSecond, 'slips/s', floors.beside);
  report('crowd until the seal is durable', rateOf(slips.sealing), 'slips/s', rateOf(floors.sealing));
  report('crowd beside a floor without seals', perSecond, 'slips/s', floors.quiet);
  printLatencies('crowd', answers);
  await measureOpenLoop(club, load, answers, first + LOCKS - 1, seals);
  report(`crowd: from the lock of ${SLIPS} slips to their durable seal, slowest`, Math.max(...seals), 's');
}

/** Slips at a fixed rate, from two seconds before a lock. */
async function measureOpenLoop(
  club: BenchClub,
  load: LoadOptions,
  answers: Answer[],
  period: number,
  seals: number[],
): Promise<void> {
  answers.length = 0;
  await sleepUntil(lockMs(period) - 2_000);
  await openLoop(load, OPEN_PER_SECOND, OPEN_SECONDS);
  seals.push(await addSealing(club, period, [], { count: 0, seconds: 0 }));
  refuseRefused(answers);
  printLatencies(`crowd open loop ${OPEN_PER_SECOND}/s`, answers, OPEN_P99_MS);
}

function printLatencies(name: string, answers: readonly Answer[], limitMs: number | null = null): void {
  const latencies = answers.map(({ ms }) => ms);
  for (const [share, word] of [
    [0.5, 'p50'],
    [0.9, 'p90'],
  ] as const)
    report(`${name} ${word}`, percentile(latencies, share), 'ms');
  report(`${name} p99`, percentile(latencies, 0.99), 'ms', limitMs);
}

function refuseRefused(answers: readonly Answer[]): void {
  const refused = answers.filter(({ status }) => status !== 201);
  if (refused.length > 0)
    throw new Error(`${refused.length} of ${answers.length} slips were refused (${refused[0]?.status})`);
}

/** The same load, recording when each answer came. */
function timesOf(load: LoadOptions): { load: LoadOptions; times: Times } {
  const times: Times = [];
  const onAnswer = (answer: Answer): void => {
    times.push(nowMs());
    load.onAnswer(answer);
  };
  return { load: { ...load, onAnswer }, times };
}

interface Sealing {
  count: number;
  seconds: number;
}

/** Adds what completed between a period's lock and its durable seal. Returns the seal's duration in seconds. */
async function addSealing(club: BenchClub, period: number, times: Times, into: Sealing): Promise<number> {
  const from = lockMs(period);
  const until = await sealedMs(club, period);
  into.count += times.filter((ms) => ms >= from && ms < until).length;
  into.seconds += (until - from) / 1_000;
  return (until - from) / 1_000;
}

function rateOf({ count, seconds }: Sealing): number {
  return count / seconds;
}

/** Time of the checkpoint that covers the seal. */
async function sealedMs(club: BenchClub, period: number): Promise<number> {
  for (const giveUp = Date.now() + SEALED_WITHIN_MS; Date.now() < giveUp; await sleep(100)) {
    const { rows } = await club.owner.query<{ ms: number; slips: number }>(
      `select (extract(epoch from c.at) * 1000)::float8 as ms, s.slip_count::integer as slips
       from draw.seal s join book.tree_head c on c.size > s.entry_seq
       where s.lottery_id = ${SEALED.id} and s.period = $1 order by c.size limit 1`,
      [period],
    );
    const [row] = rows;
    if (!row) continue;
    if (row.slips !== SLIPS) throw new Error(`${row.slips} slips were sealed instead of ${SLIPS}`);
    return row.ms;
  }
  throw new Error('the period was not sealed');
}

/** Time of a period's lock. */
function lockMs(period: number): number {
  return (period + 1) * PERIOD_MS;
}

function sleepUntil(ms: number): Promise<void> {
  return sleep(Math.max(0, ms - Date.now()));
}

function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

interface Clients {
  /** Number of seal messages that all clients have received. */
  heard(): number;
  stop(): void;
}

/** A stream for each member, in a separate process. Throws unless every member has one. */
async function openClients(club: BenchClub, port: number): Promise<Clients> {
  const child: ChildProcess = fork(join(import.meta.dirname, '../live/stream-clients.ts'), { stdio: 'inherit' });
  let heard = 0;
  const opened = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      const parsed = message as StreamsMessage;
      if ('text' in parsed) heard += parsed.text.includes(`"slipCount":${SLIPS}`) ? 1 : 0;
      else if (parsed.refused === 0) resolve();
      else reject(new Error(`${parsed.refused} of ${MEMBERS} clients got no stream`));
    });
    child.once('exit', (code) => reject(new Error(`the clients ended with ${code}`)));
  });
  const cookies = club.members.map(({ token }) => `tercet=${token}`);
  child.send({ port, path: '/api/stream', cookies, marker: 'event: sealed' } satisfies StreamPlan);
  await opened.catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { heard: () => heard, stop: () => void child.kill('SIGKILL') };
}
