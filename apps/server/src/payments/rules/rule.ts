import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import type { NewRule, RulePlan } from './rule-entry.ts';
import { ruleBody } from './rule-entry.ts';

export interface Rule extends NewRule {
  version: number;
}

/** Thrown for a rule that the house may not adopt. */
export class RuleRefused extends Error {}

const NOTICE_MS = 7 * DAY_MS;
/**
 * Highest allowed minimum, in minor units of any currency. It is far above any house's need, and far below what would
 * trap a member's balance under the minimum.
 */
const SMALLEST_MAX = 1_000_000n;

/** The rule in force: the newest that has started. Throws when the house has no rule yet. */
export async function readRule(q: Db | Tx['q']): Promise<Rule> {
  const rule = await ruleAt(q, sql<Date>`clock.now()`);
  if (rule === null) throw new Error('this house has no money rule yet');
  return rule;
}

/** Published rules that have not started, next one first. Excludes rules that a newer rule replaces. */
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
 * Publishes a rule. `from` is its start in Unix milliseconds, or `soonest` for the earliest allowed start. The default
 * is now. It replaces all earlier rules, including those that have not started.
 *
 * A rule that is tighter for withdrawals needs seven days' notice. So does a rule that raises `twoPeopleFrom`. Other
 * rules, and the first one, may start at once. The rule and its book entry are written together. A process must name a
 * confirmed proposal; the owner needs none. Throws `RuleRefused`.
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
  if (!written[0]) throw new Error('insert of the money rule returned no row');
  return { ...rule, version: written[0].version };
}

async function soonestMs(tx: Tx, plan: RulePlan, nowMs: number): Promise<number> {
  return (await isTooSoon(tx, plan, nowMs, nowMs)) ? nowMs + NOTICE_MS : nowMs;
}

/**
 * True when the rule lacks its notice: it is tighter than a rule that it would replace within seven days. Compares it
 * with the rule in force at `fromMs` and with those published to start later.
 */
async function isTooSoon(tx: Tx, plan: RulePlan, fromMs: number, nowMs: number): Promise<boolean> {
  const first = await ruleAt(tx.q, sql<Date>`${new Date(fromMs)}::timestamptz`);
  const coming = (await comingRules(tx.q)).filter((rule) => rule.fromMs > fromMs);
  // Removing the second person needs the same notice, for withdrawals and corrections alike.
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

/** The largest sum one top-up can bring, by the rule in force. Minor units. Throws when the house has no rule yet. */
export async function amountInReach(q: Db | Tx['q']): Promise<bigint> {
  const { topUpMax, topUpDayMax } = await readRule(q);
  return topUpDayMax !== null && topUpDayMax < topUpMax ? topUpDayMax : topUpMax;
}

/** True when the new rule is worse in any point for a member who withdraws. */
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

/** Inserts a rule that the book shows and the database lacks, as it was published. Run by the owner. */
export async function putBackRule(tx: Tx, plan: RulePlan, fromMs: number): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version from payments.rule`.execute(tx.q);
  const row = { ...rowOf({ ...plan, fromMs }), version: rows[0]?.version ?? 1 };
  await tx.q.insertInto('payments.rule').values(row).execute();
}

/** The row and the book entry that the database takes together, both as JSON. */
export function publishedRule(rule: NewRule, text = rule): { columns: string; body: string } {
  return { columns: JSON.stringify(rowOf(rule), bigintText), body: ruleBody(text) };
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

/** Serialises bigints as strings, because JSON has no bigint. */
function bigintText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
