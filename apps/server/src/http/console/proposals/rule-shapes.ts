import { z } from 'zod';
import type { Rule } from '../../../payments/rules/rule.ts';
import { TypedMinor } from '../lotteries/odds-shapes.ts';

const Seconds = z
  .number()
  .int()
  .min(1)
  .max(30 * 86_400);

/** Limits and thresholds of top-ups and withdrawals. */
export const RuleBody = z.strictObject({
  withdrawalMinMinor: TypedMinor,
  withdrawalMaxMinor: TypedMinor,
  withdrawalsPerDay: z.number().int().min(1).max(1_000),
  reviewFromMinor: TypedMinor.describe('Amount from which one person reviews a withdrawal'),
  twoPeopleFromMinor: TypedMinor.describe('Amount from which two people must approve'),
  topUpMinMinor: TypedMinor,
  topUpMaxMinor: TypedMinor,
  topUpDayMaxMinor: TypedMinor.nullable(),
  usualSeconds: Seconds,
  fastestSeconds: Seconds,
});

export const RuleAnswer = RuleBody.extend({ version: z.number().int(), fromMs: z.number().int() });
z.globalRegistry.add(RuleAnswer, { id: 'MoneyRule' });

export function answerRule(rule: Rule): z.infer<typeof RuleAnswer> {
  return {
    version: rule.version,
    fromMs: rule.fromMs,
    withdrawalMinMinor: String(rule.withdrawalMin),
    withdrawalMaxMinor: String(rule.withdrawalMax),
    withdrawalsPerDay: rule.withdrawalsPerDay,
    reviewFromMinor: String(rule.reviewFrom),
    twoPeopleFromMinor: String(rule.twoPeopleFrom),
    topUpMinMinor: String(rule.topUpMin),
    topUpMaxMinor: String(rule.topUpMax),
    topUpDayMaxMinor: rule.topUpDayMax === null ? null : String(rule.topUpDayMax),
    usualSeconds: rule.usualSeconds,
    fastestSeconds: rule.fastestSeconds,
  };
}
