import type { Limit, LimitKind } from '../../../api/shared/types.ts';

/** Kinds of limits that concern bets, in display order. */
const OF_PLAY: readonly LimitKind[] = [
  'stake-slip',
  'stake-day',
  'loss-day',
  'loss-week',
  'loss-month',
  'session',
  'check',
];

/** The limits on play that the member has set. */
export function ofPlay(limits: readonly Limit[]): (Limit & { value: string })[] {
  return OF_PLAY.flatMap((kind) => limits.filter((limit) => limit.kind === kind)).flatMap((limit) =>
    limit.value === null ? [] : [{ ...limit, value: limit.value }],
  );
}
