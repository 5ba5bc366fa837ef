import { Refusal } from '../../refusal.ts';
import { RuleRefused } from './rule.ts';
import type { RulePlan } from './rule-entry.ts';

/** A money rule as stored in a proposal. Amounts are minor units, as text. */
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

/** Runs `act`, and turns a `RuleRefused` into the refusal `rule-bad`. */
export async function refusingRules<T>(act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof RuleRefused ? new Refusal('rule-bad', { what: error.message }) : error;
  }
}
