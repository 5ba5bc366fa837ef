import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../api/account/limits.ts';
import type { LotteryWithTable, Me } from '../../../api/shared/types.ts';
import { useResumesAt } from '../play/use-resumes-at.ts';
import { type Block, blockOf } from './block.ts';

/** Why the member cannot bet at this table now, by the limits as last loaded; null if they can. */
export function useBlock({ closed, table }: LotteryWithTable, { availableMinor }: Me): Block | null {
  const resumesAtMs = useResumesAt();
  const limits = useQuery(limitsQuery()).data?.limits ?? [];
  return blockOf({ closed, resumesAtMs, availableMinor, minBalanceMinor: table.minBalanceMinor, limits });
}
