/**
 * Ten million draws with the club's own dice function, counted over the 216 outcomes and compared with a fair throw
 * (chi-square, p at least 0.001). Signatures are hashes of a counter, so every run counts the same draws. Run it with
 * `npm test -- chi-square`.
 */
import { createHash } from 'node:crypto';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { chiSquare, drawDice, QUICKNET, UNLIKELY_P } from '../src/index.ts';

const DRAWS = 10_000_000;
const WORKERS = 2;
const OUTCOMES = 216;
const DRAWS_A_REPORT = 1_000_000;
interface Share {
  from: number;
  to: number;
}

if (isMainThread) await main();
else countShare(workerData as Share);

async function main(): Promise<void> {
  const started = performance.now();
  const share = DRAWS / WORKERS;
  const counts = await Promise.all(
    Array.from({ length: WORKERS }, (_, index) => startWorker({ from: index * share, to: (index + 1) * share })),
  );
  const total = Array.from({ length: OUTCOMES }, (_, outcome) =>
    counts.reduce((sum, count) => sum + (count[outcome] ?? 0), 0),
  );
  const seconds = (performance.now() - started) / 1000;
  process.exitCode = report(total, seconds) ? 0 : 1;
}

function startWorker(share: Share): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.on('error', reject);
    worker.on('message', (message: number[] | number) => {
      if (Array.isArray(message)) resolve(message);
      else console.error(`… ${message.toLocaleString('en')} draws`);
    });
  });
}

/** Outcome number = (a − 1)·36 + (b − 1)·6 + (c − 1). */
function countShare({ from, to }: Share): void {
  const counts: number[] = new Array(OUTCOMES).fill(0);
  for (let i = from; i < to; i++) {
    const signature = createHash('sha384').update(`chi-square ${i}`).digest('hex');
    const { dice } = drawDice({ chainHash: QUICKNET.hash, round: i + 1, signature, drawId: `dice-60/${i}` });
    const outcome = (dice[0] - 1) * 36 + (dice[1] - 1) * 6 + dice[2] - 1;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if ((i + 1) % DRAWS_A_REPORT === 0) parentPort?.postMessage(i + 1);
  }
  parentPort?.postMessage(counts);
}

function report(counts: readonly number[], seconds: number): boolean {
  const draws = counts.reduce((sum, count) => sum + count, 0);
  console.log(
    `${draws.toLocaleString('en')} draws in ${seconds.toFixed(1)} s (${Math.round(draws / seconds)} a second)`,
  );
  console.log(
    `outcomes seen ${Math.min(...counts)} to ${Math.max(...counts)} times, ${Math.round(draws / OUTCOMES)} expected`,
  );
  const checks = [verdict('216 outcomes', counts)];
  for (const [die, step] of [36, 6, 1].entries())
    checks.push(verdict(`faces of die ${die + 1}`, facesOf(counts, step)));
  return draws === DRAWS && checks.every(Boolean);
}

function facesOf(counts: readonly number[], step: number): number[] {
  const faces = [0, 0, 0, 0, 0, 0];
  for (const [outcome, count] of counts.entries()) {
    const face = Math.floor(outcome / step) % 6;
    faces[face] = (faces[face] ?? 0) + count;
  }
  return faces;
}

function verdict(name: string, counts: readonly number[]): boolean {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const test = chiSquare(
    counts,
    counts.map(() => mean),
  );
  const isFair = test !== null && test.p >= UNLIKELY_P;
  const found = test === null ? 'too few' : `chi-square ${test.statistic.toFixed(2)}, p ${test.p.toFixed(4)}`;
  console.log(`${name}: ${found}, p must be at least ${UNLIKELY_P}: ${isFair ? 'fair' : 'NOT FAIR'}`);
  return isFair;
}
