/**
 * Kills the server again and again in the middle of top-ups, bets and payouts, and then compares what members were
 * told, what the ledger says and what the provider did; then has 50 clients spend one balance a thousand times:
 *   npm run test:chaos [-- --kills 100 --members 12 --seed TEXT --rounds 1000]
 * Prints one line of JSON with the counts; ends with 1 where anything is not as it must be.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killedWallet } from './killed-wallet.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    members: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
const { faults, ...counts } = await killedWallet({
  kills: Number(values.kills),
  members: Number(values.members),
  seed: values.seed,
  onProgress: (line) => console.error(line),
});
console.log(JSON.stringify({ seed: values.seed, ...counts, faults: faults.length }));
for (const fault of faults) console.error(fault);
const spent = Number(values.rounds) > 0 ? await spendOften(values.rounds) : 0;
process.exit(faults.length === 0 && spent === 0 ? 0 : 1);

/** The test of the server suite by itself, with more rounds than fit there. Gives its exit code. */
async function spendOften(rounds: string): Promise<number> {
  const command = [join(import.meta.dirname, '../../tools/test.ts'), 'one-balance'];
  const env = { ...process.env, TERCET_TEST_ROUNDS: rounds };
  const [code] = await once(spawn(process.execPath, command, { env, stdio: 'inherit' }), 'close');
  return code ?? 1;
}
