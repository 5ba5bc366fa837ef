import type { Limit } from '../../../api/shared/types.ts';
import type { SlipIssue } from '../slip/slip-issues.ts';
import { passedBound } from './my-bounds.ts';

/** Why a member cannot bet at a table now, whatever the slip contains. */
export type Block =
  | { kind: 'closed' }
  /** Until then, by the member's own session limit. */
  | { kind: 'session'; resumesAtMs: number }
  /** One of the member's own limits leaves nothing. */
  | { kind: 'limit'; issue: SlipIssue }
  /** What the balance lacks. */
  | { kind: 'min-balance'; missingMinor: bigint };

interface BlockFacts {
  closed: boolean;
  resumesAtMs: number | null;
  availableMinor: string;
  minBalanceMinor: string;
  limits: readonly Pick<Limit, 'kind' | 'leftMinor'>[];
}

/** The first reason that forbids every bet; null if the member can bet. A top-up comes last, as it removes no other. */
export function blockOf({ closed, resumesAtMs, availableMinor, minBalanceMinor, limits }: BlockFacts): Block | null {
  if (closed) return { kind: 'closed' };
  if (resumesAtMs !== null) return { kind: 'session', resumesAtMs };
  const issue = passedBound(limits, SMALLEST, String(SMALLEST));
  if (issue !== null) return { kind: 'limit', issue };
  const missingMinor = BigInt(minBalanceMinor) - BigInt(availableMinor);
  return missingMinor > 0n ? { kind: 'min-balance', missingMinor } : null;
}

/** One minor unit: the stake that only a limit with nothing left forbids. */
const SMALLEST = 1n;
