import { type BenchClub, startBenchClub } from '../kit/club.ts';
import { microsecondsEach, readCpuTime } from '../kit/cpu-time.ts';
import { FLOORS, floorPerSecond, prepareFloor } from '../kit/floor.ts';
import { type Answer, closedLoop, type LoadOptions, openLoop } from '../kit/load.ts';
import { percentile, report } from '../kit/measure.ts';
import { LONG_TABLE, letTableApply, RECYCLED_WAL, recycleWal, slipLoad } from '../kit/slip-load.ts';

const MEMBERS = 20_000;
const CONNECTIONS = 128;
const SECONDS = 6;
const FLOOR_SECONDS = 3;
const ROUNDS = 3;
/** Warm-up slips: the server has seen every member and compiled its hot code. */
const WARM_SLIPS = 3 * MEMBERS;
const WARM_ROUNDS_MAX = 12;
const OPEN_PER_SECOND = [1_000, 2_000];
const OPEN_SECONDS = 15;
const CPU_SECONDS = 5;
/** Target at 2,000 a second. */
const OPEN_P99_MS = 15;

export async function placeSlip(): Promise<void> {
  const club = await startBenchClub({ members: MEMBERS, lotteries: [LONG_TABLE], settings: RECYCLED_WAL });
  try {
    await prepareFloor(club.ownerUrl);
    await letTableApply(club, LONG_TABLE);
    await recycleWal(club);
    const port = await club.serve();
    const answers: Answer[] = [];
    const load = await slipLoad(club, port, LONG_TABLE, answers, CONNECTIONS);
    for (let round = 0; round < WARM_ROUNDS_MAX && answers.length < WARM_SLIPS; round++) await closedLoop(load, 5);
    // Before the throughput run: its writes keep the database busy with cleanup afterwards.
    for (const perSecond of OPEN_PER_SECOND) await measureOpenLoop(load, answers, perSecond);
    await measureThroughput(club, load, answers);
    await measureCpu(club, load, answers);
  } finally {
    await club.stop();
  }
}

/** Latency counts from the moment a slip was due, so that it includes waiting. */
async function measureOpenLoop(load: LoadOptions, answers: Answer[], perSecond: number): Promise<void> {
  answers.length = 0;
  await openLoop(load, perSecond, OPEN_SECONDS);
  assertAccepted(answers);
  const latencies = answers.map((answer) => answer.ms);
  const name = `place-slip open loop ${perSecond}/s`;
  report(`${name} p50`, percentile(latencies, 0.5), 'ms');
  report(`${name} p90`, percentile(latencies, 0.9), 'ms');
  report(`${name} p99`, percentile(latencies, 0.99), 'ms', OPEN_P99_MS);
}

/** Floors and slips in turn, under the same conditions. */
async function measureThroughput(club: BenchClub, load: LoadOptions, answers: Answer[]): Promise<void> {
  answers.length = 0;
  const floors = { simple: 0, one: 0, bare: 0 };
  let seconds = 0;
  for (let round = 0; round < ROUNDS; round++) {
    floors.simple += (await floorPerSecond(club.ownerUrl, FLOORS.simpleUpdate, FLOOR_SECONDS)) / ROUNDS;
    seconds += await closedLoop(load, SECONDS);
    floors.one += (await floorPerSecond(club.ownerUrl, FLOORS.oneMessage, FLOOR_SECONDS)) / ROUNDS;
    floors.bare += (await floorPerSecond(club.ownerUrl, FLOORS.bareUpdate, FLOOR_SECONDS)) / ROUNDS;
  }
  assertAccepted(answers);
  const latencies = answers.map((answer) => answer.ms);
  const perSecond = answers.length / seconds;
  report('place-slip', perSecond, 'slips/s', floors.simple);
  report('place-slip p50', percentile(latencies, 0.5), 'ms');
  report('place-slip p99', percentile(latencies, 0.99), 'ms');
  report('place-slip beside one message', perSecond, 'slips/s', floors.one);
  report('place-slip beside a bare update', perSecond, 'slips/s', floors.bare);
}

/** Where the CPU time of a slip goes. The median of a few rounds hardly depends on the hour. */
async function measureCpu(club: BenchClub, load: LoadOptions, answers: Answer[]): Promise<void> {
  const rounds = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    answers.length = 0;
    const before = await readCpuTime(club.owner, club.newestPid());
    await closedLoop(load, CPU_SECONDS);
    const after = await readCpuTime(club.owner, club.newestPid());
    assertAccepted(answers);
    for (const [part, us] of microsecondsEach(before, after, answers.length)) {
      rounds.set(part, [...(rounds.get(part) ?? []), us]);
    }
  }
  for (const [part, all] of rounds) {
    const us = percentile(all, 0.5);
    if (us >= 1) report(`place-slip cpu of ${part}`, us, 'µs/slip');
  }
}

function assertAccepted(answers: readonly Answer[]): void {
  const refused = answers.filter((answer) => answer.status !== 201);
  if (refused.length > 0)
    throw new Error(`${refused.length} of ${answers.length} slips were not accepted (${refused[0]?.status})`);
}
