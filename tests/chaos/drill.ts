/**
 * The restore drill. A club with a provider, a beacon and an outside witness runs with members who top up, bet and
 * withdraw. It makes a base backup and archives its WAL, then loses its database and keys. The drill restores them,
 * recovers the book with the operator's command, and compares ledger, provider, beacon, witness and the members'
 * bundles. Then draws continue.
 *   npm run drill:restore [-- --members 8 --seed TEXT]
 * Prints a line of JSON for each step; `rpo` and `rto` with their ratio to the limit. Exits with 1 on any fault. Takes
 * five minutes.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { drill } from './restore-drill.ts';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '8' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
const say = (step: string, more: object): void => console.log(JSON.stringify({ step, ...more }));
say('begin', { seed: values.seed, members: Number(values.members) });
const faults = await drill({ members: Number(values.members), seed: values.seed, say });
say('end', { faults: faults.length });
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
