/**
 * A club in bad weather: its processes, its database and its beacon are killed again and again while members top up,
 * bet and withdraw; clocks go wrong, disks fill, connections run out, hang and break. Then what members were told, what
 * the ledger says, what the provider did, what the beacon signed and what an outside witness saw are compared. In the
 * end 50 clients spend one balance a thousand times.
 *   npm run test:chaos [-- --kills 300 --database-kills 30 --troubles 60 --members 12 --seed TEXT --rounds 1000]
 * Prints one line of JSON with the counts; ends with 1 where anything is not as it must be. The seed decides what
 * happens and in which order; how long everything takes, the machine decides.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withOwnMounts } from './small-disk.ts';
import { storm } from './storm.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    'database-kills': { type: 'string', default: '30' },
    troubles: { type: 'string', default: '60' },
    members: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
const elsewhere = withOwnMounts();
process.exit(elsewhere ?? (await run()));

async function run(): Promise<number> {
  console.error(`seed ${values.seed}`);
  const { faults, ...counts } = await storm({
    kills: Number(values.kills),
    databaseKills: Number(values['database-kills']),
    troubles: Number(values.troubles),
    members: Number(values.members),
    seed: values.seed,
    onProgress: (line) => console.error(line),
  });
  if (counts.happened['disk-full'] === undefined)
    console.error('no disk was filled: that takes root, in a system that may mount');
  console.log(JSON.stringify({ seed: values.seed, ...counts, faults: faults.length }));
  for (const fault of faults) console.error(fault);
  const spent = Number(values.rounds) > 0 ? await spendOften(values.rounds) : 0;
  return faults.length === 0 && spent === 0 ? 0 : 1;
}

/** The test of the server suite by itself, with more rounds than fit there. Gives its exit code. */
async function spendOften(rounds: string): Promise<number> {
  const command = [join(import.meta.dirname, '../../tools/test.ts'), 'one-balance'];
  const env = { ...process.env, TERCET_TEST_ROUNDS: rounds };
  const [code] = await once(spawn(process.execPath, command, { env, stdio: 'inherit' }), 'close');
  return code ?? 1;
}
