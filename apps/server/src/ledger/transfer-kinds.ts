import type { LedgerKind } from '../db/schema.d.ts';

/** All kinds of transfers. */
export const LEDGER_KINDS = [
  'grant',
  'stake',
  'payout',
  'refund',
  'return',
  'hold',
  'post',
  'release',
  'top-up',
  'bounce',
  'correction',
  'purchase',
  'purchase-refund',
] as const satisfies readonly LedgerKind[];
