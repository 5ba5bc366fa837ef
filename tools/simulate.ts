/**
 * Many small worlds, each with a clock, a network, a provider and processes in our hands
 * (`apps/server/tests/simulation`), in parts that are shared out over the cores of this machine:
 *   npm run test:simulation [-- --seeds 10000 --first 1]
 * Each seed is the same in every run; one that fails is named, and `--first SEED --seeds 1` plays it again. Prints a
 * line of JSON for each part and at the end. Ends with 1 where one has failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { program, ROOT } from './test/steps.ts';

/** Seeds that share a house. */
const PART = 250;

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '10000' }, first: { type: 'string', default: '1' } },
});
const [seeds, first] = [Number(values.seeds), Number(values.first)];
if (!Number.isInteger(seeds) || seeds < 1 || !Number.isInteger(first) || first < 1) {
  console.error('usage: npm run test:simulation [-- --seeds N --first SEED], both from 1');
  process.exit(2);
}
const parts = Array.from({ length: Math.ceil(seeds / PART) }, (_, part) => ({
  first: first + part * PART,
  seeds: Math.min(PART, seeds - part * PART),
}));
const started = performance.now();
let [played, failed] = [0, 0];
await Promise.all(Array.from({ length: Math.min(parts.length, availableParallelism()) }, () => playParts()));
console.log(JSON.stringify({ seeds, first, played, failed, seconds: secondsSince() }));
process.exit(failed === 0 && played === seeds ? 0 : 1);

/** Runs one part after the other until none is left. */
async function playParts(): Promise<void> {
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const { ok, output } = await play(part);
    played += part.seeds;
    if (!ok) {
      failed += 1;
      console.error(output);
    }
    console.log(JSON.stringify({ ...part, ok, played, seconds: secondsSince() }));
  }
}

/** Each part runs in a new house, so that none grows without bounds. */
async function play(part: { first: number; seeds: number }): Promise<{ ok: boolean; output: string }> {
  const command = [program('vitest', 'vitest.mjs'), 'run', '--project', 'long', 'tests/simulation/'];
  const env = {
    ...process.env,
    TERCET_TEST_FIRST_SEED: String(part.first),
    TERCET_TEST_SEEDS: String(part.seeds),
  };
  const child = spawn(process.execPath, command, { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { ok: code === 0, output };
}

function secondsSince(): number {
  return Math.round((performance.now() - started) / 1_000);
}
