/**
 * The restore drill: a whole club with a provider, a beacon and a witness outside; a base backup and the log while
 * members top up, bet and withdraw; then the database and the keys are lost. They are put back, the book is recovered
 * by the command that a person would run, and what the ledger, the provider, the beacon, the witness and the members'
 * bundles say is compared; then draws go on.
 *   npm run drill:restore [-- --members 8 --seed TEXT]
 * Prints a line of JSON for each step; `rpo` and `rto` with their ratio to what is allowed. Ends with 1 where anything
 * is not as it must be. Takes five minutes.
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
