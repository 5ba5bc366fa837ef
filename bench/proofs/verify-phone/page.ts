import { QUICKNET, toHex, verifyBeaconRound, verifySlip } from '@tercet/fair';
import { readerOf, witnessedStory } from '../../../packages/fair/tests/stories.ts';

// Runs in the page: the whole proof of a receipt, and a single pairing check. Each returns its milliseconds.

declare global {
  var verifyPhone: { prove(): number; pair(): number; bundle: string };
}

const story = witnessedStory();
const { slip } = story;
const leafHashes = story.leaves.map(toHex);
const known = { ...readerOf(story), leafHashes };
const SIGNATURE = 'b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b';

function timed(act: () => boolean): number {
  const start = performance.now();
  if (!act()) throw new Error('the measured check failed');
  return performance.now() - start;
}

globalThis.verifyPhone = {
  prove: () => timed(() => verifySlip(slip, known).verdict === 'time-not-proven'),
  pair: () => timed(() => verifyBeaconRound(QUICKNET, 1, SIGNATURE)),
  bundle: JSON.stringify({ format: 'tercet/v1 bundle', kind: 'slip', proof: slip, options: { leafHashes } }),
};
