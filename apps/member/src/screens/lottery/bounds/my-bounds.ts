import type { Limit, LimitKind } from '../../../api/shared/types.ts';
import type { SlipIssue } from '../slip/slip-issues.ts';

/** Limits on a slip, with the server's error code and the parameter for the amount. */
const BOUNDS: Partial<Record<LimitKind, { code: string; tells: string }>> = {
  'stake-slip': { code: 'limit-stake-slip', tells: 'maxMinor' },
  'stake-day': { code: 'limit-stake-day', tells: 'leftMinor' },
  'loss-day': { code: 'limit-loss', tells: 'leftMinor' },
  'loss-week': { code: 'limit-loss', tells: 'leftMinor' },
  'loss-month': { code: 'limit-loss', tells: 'leftMinor' },
};

/**
 * The tightest limit that a slip would exceed: the table's (`slipMaxMinor`) or one of the member's own, as last loaded.
 * Null if it exceeds none. The server's check decides.
 */
export function passedBound(
  limits: readonly Pick<Limit, 'kind' | 'leftMinor'>[],
  totalMinor: bigint,
  slipMaxMinor: string,
): SlipIssue | null {
  let passed: SlipIssue | null = null;
  let least = totalMinor;
  if (BigInt(slipMaxMinor) < least) {
    least = BigInt(slipMaxMinor);
    passed = { code: 'slip-too-large', params: { maxMinor: slipMaxMinor }, bet: null };
  }
  for (const { kind, leftMinor } of limits) {
    const bound = BOUNDS[kind];
    if (bound === undefined || leftMinor === null || BigInt(leftMinor) >= least) continue;
    least = BigInt(leftMinor);
    passed = { code: bound.code, params: { [bound.tells]: leftMinor }, bet: null };
  }
  return passed;
}

/**
 * Poll interval of the limits at an open table. A limit that forbids the slip can grow: old stakes leave its window,
 * and draws pay out. Otherwise the member may set a limit on another device, of which no event tells.
 */
export function limitsPollMs(...slip: Parameters<typeof passedBound>): number {
  return passedBound(...slip) === null ? 60_000 : 10_000;
}
