/**
 * Many small worlds, each with a clock, a network, a provider and processes in our hands
 * (`apps/server/tests/simulation`), shared out over the cores of this machine:
 *   npm run test:simulation [-- --seeds 10000 --first 1]
 * Each seed is the same in every run; one that fails is named, and `--first SEED --seeds 1` plays it again. Ends with 1
 * where one has failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '10000' }, first: { type: 'string', default: '1' } },
});
const [seeds, first] = [Number(values.seeds), Number(values.first)];
if (!Number.isInteger(seeds) || seeds < 1 || !Number.isInteger(first) || first < 1) {
  console.error('usage: npm run test:simulation [-- --seeds N --first SEED], both from 1');
  process.exit(2);
}
const shares = Math.min(seeds, availableParallelism());
const each = Math.ceil(seeds / shares);
const started = performance.now();
const codes = await Promise.all(Array.from({ length: shares }, (_, share) => play(share)));
const failed = codes.filter((code) => code !== 0).length;
const seconds = Math.round((performance.now() - started) / 1_000);
console.log(JSON.stringify({ seeds, first, shares, failed, seconds }));
process.exit(failed === 0 ? 0 : 1);

async function play(share: number): Promise<number> {
  const command = [join(import.meta.dirname, 'test.ts'), 'simulation'];
  const env = {
    ...process.env,
    TERCET_TEST_FIRST_SEED: String(first + share * each),
    TERCET_TEST_SEEDS: String(Math.min(each, seeds - share * each)),
  };
  const [code] = await once(spawn(process.execPath, command, { env, stdio: 'inherit' }), 'close');
  return code ?? 1;
}
