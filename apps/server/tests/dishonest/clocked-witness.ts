/**
 * A witness process whose clock its parent sets: `node clocked-witness.ts OPTIONS`.
 *
 * OPTIONS are those of `startWitness` and `nowMs`, as JSON. It sends `{ vkey, url }` when it listens. It returns each
 * `{ nowMs }` message once its clock is set.
 */
import type { WitnessOptions } from '../../../../packages/verify/src/witness/options.ts';
import { startWitness } from '../../../../packages/verify/src/witness/witness.ts';

const { nowMs: startMs, ...options } = JSON.parse(process.argv[2] ?? '') as WitnessOptions & { nowMs: number };
let nowMs = startMs;
process.on('message', (message: { nowMs: number }) => {
  nowMs = message.nowMs;
  process.send?.({ nowMs });
});
process.on('disconnect', () => process.exit(0));
const { vkey, url } = await startWitness(options, { now: () => nowMs });
process.send?.({ vkey, url });
