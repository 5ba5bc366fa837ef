import { Refusal } from '../refusal.ts';
import { RuleRefused } from './rule.ts';
import type { RulePlan } from './rule-entry.ts';

/** A rule for money as it is kept in a proposal. Amounts are minor units, as text. */
export interface ProposedRule {
  withdrawalMinMinor: string;
  withdrawalMaxMinor: string;
  withdrawalsPerDay: number;
  reviewFromMinor: string;
  twoPeopleFromMinor: string;
  topUpMinMinor: string;
  topUpMaxMinor: string;
  topUpDayMaxMinor: string | null;
  usualSeconds: number;
  fastestSeconds: number;
}

export function rulePlanOf(body: ProposedRule): RulePlan {
  return {
    withdrawalMin: BigInt(body.withdrawalMinMinor),
    withdrawalMax: BigInt(body.withdrawalMaxMinor),
    withdrawalsPerDay: body.withdrawalsPerDay,
    reviewFrom: BigInt(body.reviewFromMinor),
    twoPeopleFrom: BigInt(body.twoPeopleFromMinor),
    topUpMin: BigInt(body.topUpMinMinor),
    topUpMax: BigInt(body.topUpMaxMinor),
    topUpDayMax: body.topUpDayMaxMinor === null ? null : BigInt(body.topUpDayMaxMinor),
    usualSeconds: body.usualSeconds,
    fastestSeconds: body.fastestSeconds,
  };
}

/** Runs what throws `RuleRefused`, and throws `rule-bad` in its place. */
export async function refusingRules<T>(act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof RuleRefused ? new Refusal('rule-bad', { what: error.message }) : error;
  }
}
