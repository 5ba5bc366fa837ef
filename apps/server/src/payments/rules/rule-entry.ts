import { encodeEntry } from '@tercet/fair';

/** Limits and thresholds of top-ups and withdrawals. Amounts are minor units; a day is the last 24 hours. */
export interface RulePlan {
  withdrawalMin: bigint;
  withdrawalMax: bigint;
  withdrawalsPerDay: number;
  /** From `reviewFrom` on one person reviews a withdrawal; from `twoPeopleFrom` on two people must approve it. */
  reviewFrom: bigint;
  twoPeopleFrom: bigint;
  topUpMin: bigint;
  topUpMax: bigint;
  /** Highest sum of one member's top-ups within 24 hours. Null: no cap. */
  topUpDayMax: bigint | null;
  usualSeconds: number;
  fastestSeconds: number;
}

/** A rule before the database assigns its version. */
export interface NewRule extends RulePlan {
  fromMs: number;
}

/** Name of the money rule in the book. */
export const MONEY_RULE = 'withdrawal';

/** The book entry of a rule, as canonical JSON. `payments.publish_rule` compares it with the row. */
export function ruleBody(rule: NewRule): string {
  const from = String(Math.ceil(rule.fromMs / 1_000));
  return encodeEntry({ type: 'rule', what: MONEY_RULE, value: ruleText(rule), from });
}

/** The whole rule as JSON with sorted keys. Amounts are decimal strings of minor units. */
function ruleText(rule: RulePlan): string {
  return JSON.stringify({
    fastest_seconds: rule.fastestSeconds,
    review_from: String(rule.reviewFrom),
    top_up_day_max: rule.topUpDayMax === null ? null : String(rule.topUpDayMax),
    top_up_max: String(rule.topUpMax),
    top_up_min: String(rule.topUpMin),
    two_people_from: String(rule.twoPeopleFrom),
    usual_seconds: rule.usualSeconds,
    withdrawal_max: String(rule.withdrawalMax),
    withdrawal_min: String(rule.withdrawalMin),
    withdrawals_per_day: rule.withdrawalsPerDay,
  });
}

/** Parses the output of `ruleText`. */
export function ruleOfText(text: string): RulePlan {
  const parsed = JSON.parse(text);
  return {
    fastestSeconds: parsed.fastest_seconds,
    reviewFrom: BigInt(parsed.review_from),
    topUpDayMax: parsed.top_up_day_max === null ? null : BigInt(parsed.top_up_day_max),
    topUpMax: BigInt(parsed.top_up_max),
    topUpMin: BigInt(parsed.top_up_min),
    twoPeopleFrom: BigInt(parsed.two_people_from),
    usualSeconds: parsed.usual_seconds,
    withdrawalMax: BigInt(parsed.withdrawal_max),
    withdrawalMin: BigInt(parsed.withdrawal_min),
    withdrawalsPerDay: parsed.withdrawals_per_day,
  };
}
