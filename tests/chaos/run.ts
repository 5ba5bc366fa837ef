/**
 * Chaos test: processes, database and beacon of a club are killed repeatedly while members top up, bet and withdraw.
 * Clocks go wrong, disks fill up, connections run out, hang and break. Then it compares the members' records, the
 * ledger, the provider, the beacon and an outside witness. A new club starts after every hundred kills, because void
 * draws have usually closed the tables of the old one by then. At the end 50 clients spend one balance a thousand
 * times.
 *   npm run test:chaos [-- --kills 300 --database-kills 30 --troubles 60 --members 12 --seed TEXT --rounds 1000]
 * Prints one line of JSON with the counts; exits with 1 on any fault. The seed determines the faults and their order,
 * but not the timing.
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

/** A club's share of the faults: all shares add up to the total. */
function shareOf(count: string, nth: number, clubs: number): number {
  return before(count, nth + 1, clubs) - before(count, nth, clubs);
}

/** Faults that earlier clubs had. */
function before(count: string, nth: number, clubs: number): number {
  return Math.floor((Number(count) * nth) / clubs);
}

/** The kinds of faults for a club. Over all clubs they are equally frequent. */
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

/** Runs the server's test of one balance with more rounds. Returns its exit code. */
async function spendOften(rounds: string): Promise<number> {
  const command = [join(import.meta.dirname, '../../tools/test.ts'), 'one-balance'];
  const env = { ...process.env, TERCET_TEST_ROUNDS: rounds };
  const [code] = await once(spawn(process.execPath, command, { env, stdio: 'inherit' }), 'close');
  return code ?? 1;
}
