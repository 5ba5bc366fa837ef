/**
 * A club in bad weather: its processes, its database and its beacon are killed again and again while members top up,
 * bet and withdraw; clocks go wrong, disks fill, connections run out, hang and break. Then what members were told, what
 * the ledger says, what the provider did, what the beacon signed and what an outside witness saw are compared. After
 * each hundred kills the next club goes through the like: the first one's tables are by then closed, as a rule, for too
 * many of their draws were void. In the end 50 clients spend one balance a thousand times.
 *   npm run test:chaos [-- --kills 300 --database-kills 30 --troubles 60 --members 12 --seed TEXT --rounds 1000]
 * Prints one line of JSON with the counts; ends with 1 where anything is not as it must be. The seed decides what
 * happens and in which order; how long everything takes, the machine decides.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FaultKind, TROUBLES } from './faults.ts';
import { withOwnMounts } from './small-disk.ts';
import { storm } from './storm.ts';

const KILLS_MAX = 100;

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
  const clubs = Math.max(1, Math.ceil(Number(values.kills) / KILLS_MAX));
  let sums: Counts = {};
  const faults: string[] = [];
  for (let nth = 0; nth < clubs; nth++) {
    const result = await storm({
      kills: shareOf(values.kills, nth, clubs),
      databaseKills: shareOf(values['database-kills'], nth, clubs),
      troubles: troublesOf(nth, clubs),
      members: Number(values.members),
      seed: `${values.seed}, club ${nth + 1}`,
      onProgress: (line) => console.error(`club ${nth + 1} of ${clubs}: ${line}`),
    });
    const { faults: found, ...counts } = result;
    console.error(JSON.stringify({ club: nth + 1, ...counts, faults: found.length }));
    sums = plus(sums, counts);
    faults.push(...found.map((fault) => `club ${nth + 1}: ${fault}`));
  }
  if ((sums.happened as Counts | undefined)?.['disk-full'] === undefined)
    console.error('no disk was filled: that takes root, in a system that may mount');
  console.log(JSON.stringify({ seed: values.seed, clubs, ...sums, faults: faults.length }));
  for (const fault of faults) console.error(fault);
  const spent = Number(values.rounds) > 0 ? await spendOften(values.rounds) : 0;
  return faults.length === 0 && spent === 0 ? 0 : 1;
}

/** What falls on one club of several, so that all is there in the end. */
function shareOf(count: string, nth: number, clubs: number): number {
  return before(count, nth + 1, clubs) - before(count, nth, clubs);
}

/** How many of so many have fallen on the clubs before this one. */
function before(count: string, nth: number, clubs: number): number {
  return Math.floor((Number(count) * nth) / clubs);
}

/** Each kind as often as any other, over all clubs. */
function troublesOf(nth: number, clubs: number): FaultKind[] {
  const first = before(values.troubles, nth, clubs);
  return Array.from(
    { length: shareOf(values.troubles, nth, clubs) },
    (_, index) => TROUBLES[(first + index) % TROUBLES.length] as FaultKind,
  );
}

/** Counts, and counts by name. */
interface Counts {
  [name: string]: number | Counts;
}

function plus(sums: Counts, counts: Counts): Counts {
  const both = { ...sums };
  for (const [name, count] of Object.entries(counts)) {
    const before = both[name];
    both[name] = typeof count === 'number' ? count + ((before ?? 0) as number) : plus((before ?? {}) as Counts, count);
  }
  return both;
}

/** The test of the server suite by itself, with more rounds than fit there. Gives its exit code. */
async function spendOften(rounds: string): Promise<number> {
  const command = [join(import.meta.dirname, '../../tools/test.ts'), 'one-balance'];
  const env = { ...process.env, TERCET_TEST_ROUNDS: rounds };
  const [code] = await once(spawn(process.execPath, command, { env, stdio: 'inherit' }), 'close');
  return code ?? 1;
}
