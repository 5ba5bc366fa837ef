import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { ProviderEvent } from './provider.ts';

/**
 * What comes of a message that nothing here answers to, or answers to alone: money that was said to be there and is
 * not. To handle it again would change nothing, so it is handled, and people have to look: the runbook
 * `payouts-failing.md` says at what. The index of migration 0083 knows these words.
 */
const ASTRAY = [
  'unknown-reference',
  'other-sum',
  'contradicted',
  'credited-before',
  'bad-amount',
  'capture-failed',
  'charged-back',
  'refund-failed',
] as const;
type Astray = (typeof ASTRAY)[number];

/** They say of a page that it was not paid, or not yet: where nobody knows the page, no cent is missing. */
const WITHOUT_MONEY = ['pending', 'declined', 'expired'] as const satisfies ProviderEvent['kind'][];

/** An accident of a week ago was looked into, or is in the accounts. */
const DAYS = 7;

export function isAstray({ kind }: Pick<ProviderEvent, 'kind'>, outcome: string): boolean {
  const of: readonly string[] = WITHOUT_MONEY;
  return (ASTRAY as readonly string[]).includes(outcome) && !of.includes(kind);
}

/** How many of the last days went astray, by what came of them; each of the outcomes is there. */
export async function countAstray(db: Db): Promise<Record<Astray, number>> {
  // As they stand: by parameters the index would not be found.
  const words = (list: readonly string[]) => sql.join(list.map((word) => sql.lit(word)));
  const { rows } = await sql<{ outcome: Astray; n: bigint }>`
    select e.outcome, count(*) as n from payments.provider_event e
    where e.outcome in (${words(ASTRAY)}) and e.handled_at > clock.now() - make_interval(days => ${sql.lit(DAYS)})
      and e.body ->> 'kind' not in (${words(WITHOUT_MONEY)})
    group by e.outcome`.execute(db);
  const found = new Map(rows.map(({ outcome, n }) => [outcome, Number(n)]));
  return Object.fromEntries(ASTRAY.map((outcome) => [outcome, found.get(outcome) ?? 0])) as Record<Astray, number>;
}
