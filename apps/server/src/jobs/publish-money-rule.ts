import { append, lockHead, publishCheckpoint } from '../book/book.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { publishRules, type Rule, type RulePlan } from '../payments/rule.ts';

/** Under this name the rule of money in and out stands in the book. */
export const MONEY_RULE = 'withdrawal';

/**
 * Publishes how money goes in and out, from a moment on, by default from now: the rule and its entry in the book are
 * there together or not at all. Throws `RuleRefused`.
 */
export async function publishMoneyRule(db: Db, plan: RulePlan, fromMs?: number): Promise<Rule> {
  const rule = await transaction(db, async (tx) => {
    // Whoever else publishes waits: each is compared with the one before.
    await lockHead(tx);
    return write(tx, plan, fromMs);
  });
  await publishCheckpoint(db);
  return rule;
}

/** The first rule of a house; where there is one, whatever it says, nothing is done. */
export async function publishFirstMoneyRule(db: Db, plan: RulePlan): Promise<void> {
  const isFirst = await transaction(db, async (tx) => {
    await lockHead(tx);
    const known = await tx.q.selectFrom('payments.rule').select('version').limit(1).executeTakeFirst();
    if (known) return false;
    await write(tx, plan);
    return true;
  });
  if (isFirst) await publishCheckpoint(db);
}

/**
 * The same in a transaction with more in it, from the soonest that the rule may hold. The book has to be marked
 * afterwards (`publishCheckpoint`). Throws `RuleRefused`.
 */
export async function writeMoneyRule(tx: Tx, plan: RulePlan): Promise<Rule> {
  await lockHead(tx);
  return write(tx, plan, 'soonest');
}

async function write(tx: Tx, plan: RulePlan, from?: number | 'soonest'): Promise<Rule> {
  const rule = await publishRules(tx, plan, from);
  const fromS = String(Math.ceil(rule.fromMs / 1_000));
  await append(tx, [{ type: 'rule', what: MONEY_RULE, value: ruleText(rule), from: fromS }]);
  return rule;
}

/** All of the rule as JSON with its names in order; amounts are minor units. */
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

/** What `ruleText` wrote. */
export function ruleOfText(text: string): RulePlan {
  const said = JSON.parse(text);
  return {
    fastestSeconds: said.fastest_seconds,
    reviewFrom: BigInt(said.review_from),
    topUpDayMax: said.top_up_day_max === null ? null : BigInt(said.top_up_day_max),
    topUpMax: BigInt(said.top_up_max),
    topUpMin: BigInt(said.top_up_min),
    twoPeopleFrom: BigInt(said.two_people_from),
    usualSeconds: said.usual_seconds,
    withdrawalMax: BigInt(said.withdrawal_max),
    withdrawalMin: BigInt(said.withdrawal_min),
    withdrawalsPerDay: said.withdrawals_per_day,
  };
}
