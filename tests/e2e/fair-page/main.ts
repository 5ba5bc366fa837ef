import beacon from '@tercet/fair/vectors/beacon.json' with { type: 'json' };
import canonical from '@tercet/fair/vectors/canonical.json' with { type: 'json' };
import dice from '@tercet/fair/vectors/dice.json' with { type: 'json' };
import log from '@tercet/fair/vectors/log.json' with { type: 'json' };
import merkle from '@tercet/fair/vectors/merkle.json' with { type: 'json' };
import receipt from '@tercet/fair/vectors/receipt.json' with { type: 'json' };
import schedule from '@tercet/fair/vectors/schedule.json' with { type: 'json' };
import { runVectors, type VectorResult } from '../../../packages/fair/tests/vectors.ts';

// Runs in a browser what `npm test` runs in Node, and leaves what came out where the journey finds it.

declare global {
  var fairResults: VectorResult[];
}

globalThis.fairResults = runVectors({ beacon, canonical, dice, log, merkle, receipt, schedule });
