import { lockHead, noteTreeHead } from '../book/book.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { publishRules, type Rule } from '../payments/rules/rule.ts';
import type { RulePlan } from '../payments/rules/rule-entry.ts';

/**
 * Publishes the rules for top-ups and withdrawals, by default in force from now. The rule and its entry in the book
 * share a transaction. Throws `RuleRefused`.
 */
export async function publishMoneyRule(db: Db, plan: RulePlan, fromMs?: number): Promise<Rule> {
  const rule = await transaction(db, async (tx) => {
    // Excludes other publishers: each rule is compared with the previous one.
    await lockHead(tx);
    return publishRules(tx, plan, fromMs);
  });
  await noteTreeHead(db);
  return rule;
}

/** Publishes a house's first rule. Does nothing if there is one. */
export async function publishFirstMoneyRule(db: Db, plan: RulePlan): Promise<void> {
  const isFirst = await transaction(db, async (tx) => {
    await lockHead(tx);
    const known = await tx.q.selectFrom('payments.rule').select('version').limit(1).executeTakeFirst();
    if (known) return false;
    await publishRules(tx, plan);
    return true;
  });
  if (isFirst) await noteTreeHead(db);
}
