import type { Limit, LimitKind } from '../../../api/shared/types.ts';

export interface BindingLimit {
  kind: 'slip' | 'day' | 'loss';
  leftMinor: bigint;
}

const KINDS: Partial<Record<LimitKind, BindingLimit['kind']>> = {
  'stake-slip': 'slip',
  'stake-day': 'day',
  'loss-day': 'loss',
  'loss-week': 'loss',
  'loss-month': 'loss',
};

/**
 * The member's tightest limit on stakes. Null if none is below `otherMinor`, the maximum that balance and table allow
 * for a slip.
 */
export function bindingLimit(
  limits: readonly Pick<Limit, 'kind' | 'leftMinor'>[],
  otherMinor: bigint,
): BindingLimit | null {
  let tightest: BindingLimit | null = null;
  for (const { kind, leftMinor } of limits) {
    const named = KINDS[kind];
    if (named === undefined || leftMinor === null) continue;
    const left = BigInt(leftMinor);
    if (left < (tightest?.leftMinor ?? otherMinor)) tightest = { kind: named, leftMinor: left };
  }
  return tightest;
}
