import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { ProviderEvent } from './provider.ts';

/**
 * What comes of a message that nothing here answers to. To handle it again would change nothing, so it is handled, and
 * people have to ask the provider: the runbook `payouts-failing.md` says what about. The index of migration 0081 knows
 * these words.
 */
const ASTRAY = ['unknown-reference', 'other-sum', 'contradicted', 'credited-before', 'bad-amount'] as const;

/** They say of a page that it was not paid, or not yet: where nobody knows the page, no cent is missing. */
const WITHOUT_MONEY = ['pending', 'declined', 'expired'] as const satisfies ProviderEvent['kind'][];

/** An accident of a week ago was looked into, or is in the accounts. */
const DAYS = 7;

export function isAstray({ kind }: Pick<ProviderEvent, 'kind'>, outcome: string): boolean {
  const of: readonly string[] = WITHOUT_MONEY;
  return (ASTRAY as readonly string[]).includes(outcome) && !of.includes(kind);
}

/** How many of the last days went astray, by what came of them; each of the outcomes is there. */
export async function countAstray(db: Db): Promise<Record<(typeof ASTRAY)[number], number>> {
  // As they stand: by parameters the index would not be found.
  const words = (list: readonly string[]) => sql.join(list.map((word) => sql.lit(word)));
  const { rows } = await sql<{ outcome: (typeof ASTRAY)[number]; n: bigint }>`
    select e.outcome, count(*) as n from payments.provider_event e
    where e.outcome in (${words(ASTRAY)}) and e.handled_at > clock.now() - make_interval(days => ${sql.lit(DAYS)})
      and e.body ->> 'kind' not in (${words(WITHOUT_MONEY)})
    group by e.outcome`.execute(db);
  const none = { 'unknown-reference': 0, 'other-sum': 0, contradicted: 0, 'credited-before': 0, 'bad-amount': 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, n }) => [outcome, Number(n)])) };
}
