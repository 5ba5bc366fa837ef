import { expect, test } from 'vitest';
import beacon from '../vectors/beacon.json' with { type: 'json' };
import canonical from '../vectors/canonical.json' with { type: 'json' };
import dice from '../vectors/dice.json' with { type: 'json' };
import ed25519 from '../vectors/ed25519.json' with { type: 'json' };
import log from '../vectors/log.json' with { type: 'json' };
import merkle from '../vectors/merkle.json' with { type: 'json' };
import payouts from '../vectors/payouts.json' with { type: 'json' };
import receipt from '../vectors/receipt.json' with { type: 'json' };
import receiptText from '../vectors/receipt-text.json' with { type: 'json' };
import schedule from '../vectors/schedule.json' with { type: 'json' };
import { runVectors } from './vectors.ts';

const results = runVectors({
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

test.each(results)('$name', ({ ok, detail }) => {
  expect(ok, detail).toBe(true);
});

test('the files hold what they should', () => {
  expect(results.length).toBeGreaterThan(1340);
});
