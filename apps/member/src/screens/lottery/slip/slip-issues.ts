import type { ReadAmount } from '@tercet/money';
import type { ProblemParams } from '../../../api/shared/problem.ts';
import type { Table } from '../../../api/shared/types.ts';
import { type Selection, totalOf } from './slip-reducer.ts';

/** Why the server would refuse a slip: its error code, and the bet if the issue concerns one. */
export interface SlipIssue {
  code: string;
  params: ProblemParams;
  bet: string | null;
  /** Why the typed stake is not an amount. */
  unread?: ReadAmount;
}

type Limits = Pick<Table, 'stakeMinMinor' | 'stakeMaxMinor' | 'minBalanceMinor'>;

/** Checks the stakes and the balance on the phone. Limits on the total are in `bounds/`. The server's check decides. */
export function slipIssues(selections: readonly Selection[], limits: Limits, availableMinor: bigint): SlipIssue[] {
  if (selections.length === 0) return [{ code: 'no-selection', params: {}, bet: null }];
  const issues = selections.flatMap((selection) => stakeIssue(selection, limits) ?? []);
  const total = totalOf(selections);
  if (availableMinor < BigInt(limits.minBalanceMinor)) {
    issues.push(about('min-balance', { minMinor: limits.minBalanceMinor }));
  } else if (total > availableMinor) {
    issues.push(about('balance-too-small', { missingMinor: String(total - availableMinor) }));
  }
  return issues;
}

/**
 * The issue that is shown first. What a stake or the table forbids comes before the `others`, and those before a low
 * balance.
 */
export function firstIssue(issues: readonly SlipIssue[], others: readonly (SlipIssue | null)[]): SlipIssue | null {
  const fault = issues.find(({ code }) => code !== 'balance-too-small');
  return fault ?? others.find((issue) => issue !== null) ?? issues[0] ?? null;
}

/** Why the stake of a bet would be refused; null if the table accepts it. */
export function stakeIssue({ bet, stakeMinor, unread }: Selection, limits: Limits): SlipIssue | null {
  const isTooLarge = unread?.tooLarge === true || stakeMinor > BigInt(limits.stakeMaxMinor);
  if (unread !== undefined && !isTooLarge) return { ...about('bad-amount', {}, bet), unread };
  if (isTooLarge) return about('stake-too-large', { maxMinor: limits.stakeMaxMinor }, bet);
  if (stakeMinor < BigInt(limits.stakeMinMinor)) {
    return about('stake-too-small', { minMinor: limits.stakeMinMinor }, bet);
  }
  return null;
}

function about(code: string, params: ProblemParams, bet: string | null = null): SlipIssue {
  return { code, params, bet };
}
