import { z } from 'zod';
import type { Tx } from '../../../db/transaction.ts';
import type { InviteBatch } from '../../../members/invites/house-invites.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { Uuid } from '../../shared/shapes.ts';

export const InviteBatchAnswer = z.object({
  id: z.uuid(),
  purpose: z.string(),
  madeBy: z.object({ id: z.uuid(), name: z.string() }),
  createdAtMs: z.number().int(),
  expiresAtMs: z.number().int(),
  invites: z.number().int(),
  open: z.number().int(),
  used: z.number().int(),
  withdrawn: z.number().int(),
  expired: z.number().int(),
});
z.globalRegistry.add(InviteBatchAnswer, { id: 'InviteBatch' });

export const InviteBatchParams = z.object({ id: Uuid });

/** Batches with their makers' names. */
export async function answerBatches(
  tx: Tx,
  batches: readonly InviteBatch[],
): Promise<z.infer<typeof InviteBatchAnswer>[]> {
  const names = await namesOfStaff(tx.q, [...new Set(batches.map(({ madeBy }) => madeBy))]);
  return batches.map(({ madeBy, ...batch }) => ({ ...batch, madeBy: { id: madeBy, name: names.get(madeBy) ?? '' } }));
}
