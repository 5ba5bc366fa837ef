import { z } from 'zod';
import { bucketOf } from '../../../db/ids.ts';
import type { Account } from '../../../ledger/lock.ts';
import { Refusal } from '../../../refusal.ts';
import { Uuid } from '../../shared/shapes.ts';

const WHY_LENGTH_MAX = 500;

/** The member whose account the endpoint concerns. */
export const MemberParams = z.object({ memberId: Uuid });

/** The reason for a staff act; `refuseWithoutWhy` refuses an empty one with `reason-needed`. */
export const Why = z.string().trim().max(WHY_LENGTH_MAX);

export function accountOf({ memberId }: z.infer<typeof MemberParams>): Account {
  return { bucket: bucketOf(memberId), memberId };
}

/** Throws `reason-needed`. */
export function refuseWithoutWhy(why: string): void {
  if (why === '') throw new Refusal('reason-needed', {}, { why: 'reason-needed' });
}
