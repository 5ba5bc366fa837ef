/**
 * Kills the server again and again in the middle of top-ups, bets and payouts, and then compares what members were
 * told, what the ledger says and what the provider did:
 *   npm run test:chaos [-- --kills 100] [-- --members 12] [-- --seed TEXT]
 * Prints one line of JSON with the counts; ends with 1 where anything is not as it must be.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { killedWallet } from './killed-wallet.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    members: { type: 'string', default: '12' },
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
process.exit(faults.length === 0 ? 0 : 1);
