import { lockHead, noteTreeHead } from '../book/book.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { publishRules, type Rule } from '../payments/rule.ts';
import type { RulePlan } from '../payments/rule-entry.ts';

/**
 * Publishes how money goes in and out, from a moment on, by default from now: the rule and its entry in the book are
 * there together or not at all. Throws `RuleRefused`.
 */
export async function publishMoneyRule(db: Db, plan: RulePlan, fromMs?: number): Promise<Rule> {
  const rule = await transaction(db, async (tx) => {
    // Whoever else publishes waits: each is compared with the one before.
    await lockHead(tx);
    return publishRules(tx, plan, fromMs);
  });
  await noteTreeHead(db);
  return rule;
}

/** The first rule of a house; where there is one, whatever it says, nothing is done. */
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
