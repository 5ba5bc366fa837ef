import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { NewRule, RulePlan } from './rule-entry.ts';
import { ruleBody } from './rule-entry.ts';

export interface Rule extends NewRule {
  version: number;
}

/** A rule that the house may not give itself. */
export class RuleRefused extends Error {}

const NOTICE_MS = 7 * 86_400_000;
/**
 * No smallest amount is above this, in minor units of whatever currency: far above what any house needs, far below
 * what would keep a member's whole balance under it.
 */
const SMALLEST_MAX = 1_000_000n;

/** The rule in force: the newest whose time has come. Throws where the house has none yet. */
export async function readRule(q: Db | Tx['q']): Promise<Rule> {
  const rule = await ruleAt(q, sql<Date>`clock.now()`);
  if (rule === null) throw new Error('this house has no rule for money in and out yet');
  return rule;
}

/** Rules that are published and not yet in force, the next one first; not those that a newer one takes back. */
export async function comingRules(q: Db | Tx['q']): Promise<Rule[]> {
  const rows = await allRules(q)
    .where('from_at', '>', sql<Date>`clock.now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments.rule as newer')
            .select('newer.version')
            .whereRef('newer.version', '>', 'payments.rule.version')
            .whereRef('newer.from_at', '<=', 'payments.rule.from_at'),
        ),
      ),
    )
    .orderBy('from_at')
    .execute();
  return rows.map(ruleOf);
}

/**
 * Publishes a rule from a moment on, by default from now, or from the soonest that it may hold. From then on it stands
 * in the place of all that were published before, also of those that would begin later. What is tighter for who wants
 * his money out waits seven days, and so does what asks for two people from more on; other looser ones, and the first,
 * hold at once. The rule and its entry in the book are written together. A process publishes a proposal, the owner
 * needs none. Throws `RuleRefused`.
 */
export async function publishRules(
  tx: Tx,
  plan: RulePlan,
  from?: number | 'soonest',
  proposalId: string | null = null,
): Promise<Rule> {
  const { rows } = await sql<{ now: bigint }>`select clock.now_ms() as now`.execute(tx.q);
  const now = rows[0]?.now ?? 0n;
  const fromMs = from === 'soonest' ? await soonestMs(tx, plan, Number(now)) : (from ?? Number(now));
  const rule = { ...plan, fromMs };
  assertPossible(rule);
  if (rule.fromMs < Number(now)) throw new RuleRefused('a rule cannot hold before it is published');
  if (await isTooSoon(tx, rule, rule.fromMs, Number(now))) {
    throw new RuleRefused(
      'what is tighter, or asks two people from more on, is in the book for seven days before it holds',
    );
  }
  const { columns, body } = publishedRule(rule);
  const { rows: written } = await sql<{ version: number }>`
    select payments.publish_rule(${columns}::jsonb, ${body}, ${proposalId}::uuid) as version`.execute(tx.q);
  if (!written[0]) throw new Error('the rule was not written');
  return { ...rule, version: written[0].version };
}

async function soonestMs(tx: Tx, plan: RulePlan, nowMs: number): Promise<number> {
  return (await isTooSoon(tx, plan, nowMs, nowMs)) ? nowMs + NOTICE_MS : nowMs;
}

/**
 * Whether it is tighter than anything that would hold without it at some time between its beginning and seven days from
 * now: what is in force then, or what the book has promised from a day before that on.
 */
async function isTooSoon(tx: Tx, plan: RulePlan, fromMs: number, nowMs: number): Promise<boolean> {
  const first = await ruleAt(tx.q, sql<Date>`${new Date(fromMs)}::timestamptz`);
  const coming = (await comingRules(tx.q)).filter((rule) => rule.fromMs > fromMs);
  // The second person is taken away with as much notice, from withdrawals and from corrections of money alike.
  if (first !== null && plan.twoPeopleFrom > first.twoPeopleFrom && fromMs < nowMs + NOTICE_MS) return true;
  const displaced = first === null ? coming : [{ ...first, fromMs }, ...coming];
  return displaced.some((rule) => rule.fromMs < nowMs + NOTICE_MS && isTighter(plan, rule));
}

/** Throws `RuleRefused` for a rule that no house may have. */
export function assertPossible(rule: RulePlan): void {
  if (rule.withdrawalMin <= 0n) throw new RuleRefused('the smallest withdrawal is above nothing');
  if (rule.withdrawalMin > rule.topUpMin) {
    throw new RuleRefused('the smallest withdrawal is at most the smallest top-up');
  }
  if (rule.withdrawalsPerDay < 1) throw new RuleRefused('at least one withdrawal a day is possible');
  if (rule.withdrawalMax < rule.withdrawalMin || rule.topUpMax < rule.topUpMin) {
    throw new RuleRefused('the largest amount is at least the smallest');
  }
  if (rule.topUpMin > SMALLEST_MAX) throw new RuleRefused(`the smallest top-up is at most ${SMALLEST_MAX} minor units`);
  if (rule.topUpDayMax !== null && rule.topUpDayMax < rule.topUpMin) {
    throw new RuleRefused('what may come in within a day is at least the smallest top-up');
  }
}

/** What a member can bring by one top-up, as the rule in force has it. Throws where the house has none yet. */
export async function amountInReach(q: Db | Tx['q']): Promise<bigint> {
  const { topUpMax, topUpDayMax } = await readRule(q);
  return topUpDayMax !== null && topUpDayMax < topUpMax ? topUpDayMax : topUpMax;
}

/** Whether somebody who wants his money out is worse off by it in any point. */
function isTighter(rule: RulePlan, before: RulePlan): boolean {
  return (
    rule.withdrawalMin > before.withdrawalMin ||
    rule.withdrawalMax < before.withdrawalMax ||
    rule.withdrawalsPerDay < before.withdrawalsPerDay ||
    rule.reviewFrom < before.reviewFrom ||
    rule.twoPeopleFrom < before.twoPeopleFrom ||
    rule.usualSeconds > before.usualSeconds ||
    rule.fastestSeconds > before.fastestSeconds
  );
}

async function ruleAt(q: Db | Tx['q'], at: ReturnType<typeof sql<Date>>): Promise<Rule | null> {
  const row = await allRules(q).where('from_at', '<=', at).orderBy('version', 'desc').limit(1).executeTakeFirst();
  return row ? ruleOf(row) : null;
}

type Row = Awaited<ReturnType<ReturnType<typeof allRules>['executeTakeFirstOrThrow']>>;

function allRules(q: Db | Tx['q']) {
  return q.selectFrom('payments.rule').selectAll();
}

function ruleOf(row: Row): Rule {
  return {
    version: row.version,
    fromMs: row.from_at.getTime(),
    withdrawalMin: row.withdrawal_min,
    withdrawalMax: row.withdrawal_max,
    withdrawalsPerDay: row.withdrawals_per_day,
    reviewFrom: row.review_from,
    twoPeopleFrom: row.two_people_from,
    topUpMin: row.top_up_min,
    topUpMax: row.top_up_max,
    topUpDayMax: row.top_up_day_max,
    usualSeconds: row.usual_seconds,
    fastestSeconds: row.fastest_seconds,
  };
}

/** As the owner: writes a rule that the book has shown already and the database lacks, as it was published. */
export async function putBackRule(tx: Tx, plan: RulePlan, fromMs: number): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version from payments.rule`.execute(tx.q);
  const row = { ...rowOf({ ...plan, fromMs }), version: rows[0]?.version ?? 1 };
  await tx.q.insertInto('payments.rule').values(row).execute();
}

/** The columns and the entry that the database takes together, both as JSON. */
export function publishedRule(rule: NewRule, said = rule): { columns: string; body: string } {
  return { columns: JSON.stringify(rowOf(rule), bigintText), body: ruleBody(said) };
}

function rowOf(rule: NewRule) {
  return {
    from_at: new Date(rule.fromMs),
    withdrawal_min: rule.withdrawalMin,
    withdrawal_max: rule.withdrawalMax,
    withdrawals_per_day: rule.withdrawalsPerDay,
    review_from: rule.reviewFrom,
    two_people_from: rule.twoPeopleFrom,
    top_up_min: rule.topUpMin,
    top_up_max: rule.topUpMax,
    top_up_day_max: rule.topUpDayMax,
    usual_seconds: rule.usualSeconds,
    fastest_seconds: rule.fastestSeconds,
  };
}

/** JSON has no bigint. */
function bigintText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
