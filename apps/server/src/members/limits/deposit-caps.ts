import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { exclusionOf } from './exclusion-in-force.ts';
import { DEPOSIT_HOURS } from './limit-kinds.ts';
import { readLimits } from './limits.ts';

interface Cap {
  hours: number;
  /** Minor units. */
  max: bigint;
}

const NOTHING: Cap[] = [{ hours: DEPOSIT_HOURS['deposit-day'], max: 0n }];

/** The member's own caps on top-ups. During a time-out or self-exclusion the cap is 0. */
export async function depositCapsOf(q: Db | Tx['q'], account: Account): Promise<Cap[]> {
  if (await exclusionOf(q, account)) return NOTHING;
  const limits = await readLimits(q, account);
  return Object.entries(DEPOSIT_HOURS).flatMap(([kind, hours]) => {
    const max = limits.find((limit) => limit.kind === kind)?.value ?? null;
    return max === null ? [] : [{ hours, max }];
  });
}
