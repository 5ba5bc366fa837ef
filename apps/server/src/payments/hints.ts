import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';

/** What a person who reviews a withdrawal should know; each is a fact, and none of them decides anything. */
export const HINT_KINDS = [
  'first-withdrawal',
  'payee-new',
  'payee-replaced',
  'finance-password-new',
  'top-up-before',
  'name-corrected',
  'name-differs',
  'bank-sent-back',
] as const;
export type HintKind = (typeof HINT_KINDS)[number];

/** A hint with its fact: when it was, or how much, or what it says; null where that kind has none. */
export interface Hint {
  kind: HintKind;
  atMs: number | null;
  amount: bigint | null;
  words: string | null;
}

interface Facts {
  id: string;
  paid_before: boolean;
  bound_at: Date | null;
  replaced_at: Date | null;
  finance_set_at: Date | null;
  top_up_amount: bigint | null;
  top_up_at: Date | null;
  name_at: Date | null;
  name_version: number | null;
  real_name: string | null;
  holder: string;
  bounced_at: Date | null;
}

/** The hints of some withdrawals, by their ids. Looked up anew each time: what was true may have changed. */
export async function readHints(
  q: Db | Tx['q'],
  of: readonly (Account & { id: string })[],
): Promise<Map<string, Hint[]>> {
  if (of.length === 0) return new Map();
  const which = sql.join(
    of.map(({ bucket, memberId, id }) => sql`(${bucket}::smallint, ${memberId}::uuid, ${id}::uuid)`),
  );
  const { rows } = await factsOf(which).execute(q);
  return new Map(rows.map((facts) => [facts.id, hintsOf(facts)]));
}

/** What lies within 7 days before it was submitted, or since; of money that came in, within a day before. */
function factsOf(which: RawBuilder<unknown>) {
  return sql<Facts>`
    select w.id, p.holder, n.name as real_name, n.version as name_version,
      case when n.version > 1 and n.at > w.submitted_at - interval '30 days' then n.at end as name_at,
      exists (
        select from payments.withdrawal b where b.bucket = w.bucket and b.member_id = w.member_id
          and b.state = 'paid' and b.submitted_at < w.submitted_at) as paid_before,
      case when p.bound_at > w.submitted_at - interval '7 days' then p.bound_at end as bound_at,
      (
        select max(o.ended_at) from payments.payee o where o.bucket = w.bucket and o.member_id = w.member_id
          and o.id <> p.id and o.ended_at > w.submitted_at - interval '7 days') as replaced_at,
      (
        select f.set_at from members.finance_password f where f.bucket = w.bucket and f.member_id = w.member_id
          and f.set_at > w.submitted_at - interval '7 days') as finance_set_at,
      t.amount as top_up_amount, t.ended_at as top_up_at,
      (
        select max(r.ended_at) from payments.withdrawal r where r.bucket = w.bucket and r.member_id = w.member_id
          and r.state in ('failed', 'returned') and r.ended_at > w.submitted_at - interval '7 days') as bounced_at
    from payments.withdrawal w
    join payments.payee p on p.bucket = w.bucket and p.member_id = w.member_id and p.id = w.payee_id
    left join lateral (
      select r.name, r.version, r.at from members.real_name r
      where r.bucket = w.bucket and r.member_id = w.member_id order by r.version desc limit 1) n on true
    left join lateral (
      select u.amount, u.ended_at from payments.top_up u
      where u.bucket = w.bucket and u.member_id = w.member_id and u.state = 'credited'
        and u.ended_at between w.submitted_at - interval '1 day' and w.submitted_at
      order by u.ended_at desc limit 1) t on true
    where (w.bucket, w.member_id, w.id) in (${which})`;
}

function hintsOf(facts: Facts): Hint[] {
  const hints: Hint[] = [];
  const add = (kind: HintKind, more: Partial<Omit<Hint, 'kind'>> = {}): void => {
    hints.push({ kind, atMs: null, amount: null, words: null, ...more });
  };
  if (facts.real_name !== null && isOther(facts.real_name, facts.holder)) {
    add('name-differs', { words: facts.real_name });
  }
  if (!facts.paid_before) add('first-withdrawal');
  if (facts.replaced_at) add('payee-replaced', { atMs: facts.replaced_at.getTime() });
  else if (facts.bound_at) add('payee-new', { atMs: facts.bound_at.getTime() });
  if (facts.finance_set_at) add('finance-password-new', { atMs: facts.finance_set_at.getTime() });
  if (facts.name_at) add('name-corrected', { atMs: facts.name_at.getTime() });
  if (facts.top_up_at) add('top-up-before', { atMs: facts.top_up_at.getTime(), amount: facts.top_up_amount });
  if (facts.bounced_at) add('bank-sent-back', { atMs: facts.bounced_at.getTime() });
  return hints;
}

/** Banks write names in capitals, without marks and with other spaces. */
function isOther(one: string, other: string): boolean {
  return plain(one) !== plain(other);
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s.'-]+/g, ' ')
    .trim()
    .toUpperCase();
}
