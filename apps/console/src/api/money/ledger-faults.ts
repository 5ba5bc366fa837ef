import { type AnswerOf, call } from '../shared/client.ts';
import type { Proposal } from '../staff/proposals.ts';

export type LedgerFaults = AnswerOf<'get', '/api/console/ledger-faults'>;
export type LedgerFault = LedgerFaults['items'][number];

const LISTED_MAX = 100;

/** Faults found by the reconciliation, newest first, and what they closed. */
export function listLedgerFaults(signal?: AbortSignal): Promise<LedgerFaults> {
  return call('get', '/api/console/ledger-faults', { query: { limit: LISTED_MAX, open: 'false' }, signal });
}

/** Proposes to reopen what the faults closed. Another staff member confirms. */
export function proposeReopening(subject: string, why: string): Promise<Proposal> {
  return call('post', '/api/console/reopenings', { body: { subject, why } });
}
