import beacon from '@tercet/fair/vectors/beacon.json' with { type: 'json' };
import book from '@tercet/fair/vectors/book.json' with { type: 'json' };
import bookKeys from '@tercet/fair/vectors/book-keys.json' with { type: 'json' };
import canonical from '@tercet/fair/vectors/canonical.json' with { type: 'json' };
import claims from '@tercet/fair/vectors/claims.json' with { type: 'json' };
import copies from '@tercet/fair/vectors/copies.json' with { type: 'json' };
import dice from '@tercet/fair/vectors/dice.json' with { type: 'json' };
import ed25519 from '@tercet/fair/vectors/ed25519.json' with { type: 'json' };
import evidence from '@tercet/fair/vectors/evidence.json' with { type: 'json' };
import evidenceRefused from '@tercet/fair/vectors/evidence-refused.json' with { type: 'json' };
import log from '@tercet/fair/vectors/log.json' with { type: 'json' };
import merkle from '@tercet/fair/vectors/merkle.json' with { type: 'json' };
import owed from '@tercet/fair/vectors/owed.json' with { type: 'json' };
import payouts from '@tercet/fair/vectors/payouts.json' with { type: 'json' };
import receipt from '@tercet/fair/vectors/receipt.json' with { type: 'json' };
import receiptText from '@tercet/fair/vectors/receipt-text.json' with { type: 'json' };
import schedule from '@tercet/fair/vectors/schedule.json' with { type: 'json' };
import { runEvidence } from '../../../packages/fair/tests/evidence-vectors.ts';
import { runVectors, type VectorResult } from '../../../packages/fair/tests/vectors.ts';

// Runs the vectors of `npm test` in a browser and stores the results for the journey.

declare global {
  var fairResults: VectorResult[];
}

const primitives = runVectors({
  beacon,
  canonical,
  dice,
  ed25519,
  log,
  merkle,
  payouts,
  receipt,
  receiptText,
  schedule,
});
const whole = runEvidence({
  book,
  'book-keys': bookKeys,
  claims,
  copies,
  evidence,
  'evidence-refused': evidenceRefused,
  owed,
});
globalThis.fairResults = [...primitives, ...whole];
