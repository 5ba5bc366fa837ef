import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { type Outcome, outcomeOf } from './instructions.ts';
import type { Proposal } from './proposals.ts';

/**
 * Outcomes of confirmed proposals that the jobs carry out, by proposal id. Proposals that are not confirmed or have no
 * instruction are missing. Skips rows that the server did not write.
 */
export async function outcomesOf(
  q: Db | Tx['q'],
  macs: RowMacs,
  proposals: readonly Proposal[],
): Promise<Map<string, Outcome>> {
  const confirmed = proposals.filter(({ outcome }) => outcome === 'confirmed');
  if (confirmed.length === 0) return new Map();
  const rows = await q
    .selectFrom('staff.instruction')
    .selectAll()
    .where('subject', 'in', confirmed.map(subjectOf))
    .orderBy('given_at')
    .execute();
  const genuine = rows.filter((row) => macs.isGenuine('staff.instruction', row, row.mac));
  return new Map(
    confirmed.flatMap((proposal) => {
      // A purchase may have an older, refused instruction.
      const row = genuine.find(
        ({ what, subject, staff_id, given_at }) =>
          what === proposal.what &&
          subject === subjectOf(proposal) &&
          staff_id === proposal.decidedBy &&
          given_at.getTime() >= (proposal.decidedAtMs ?? 0),
      );
      return row === undefined ? [] : [[proposal.id, outcomeOf(row)] as const];
    }),
  );
}

/** Subject of the proposal's instruction. */
function subjectOf({ id, what, body }: Proposal): string {
  return what === 'purchase-refund' ? (body as { purchaseId: string }).purchaseId : id;
}
