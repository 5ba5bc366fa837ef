import { type RawBuilder, sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import type { Account } from '../../ledger/lock.ts';

/** Facts shown to a person who reviews a withdrawal. None of them decides anything. */
export const REVIEW_FLAG_KINDS = [
  'first-withdrawal',
  'payee-new',
  'payee-replaced',
  'finance-password-new',
  'top-up-before',
  'name-corrected',
  'name-differs',
  'bank-sent-back',
  'ledger-fault',
] as const;
export type ReviewFlagKind = (typeof REVIEW_FLAG_KINDS)[number];

/** A review flag with its fact: a time, an amount in minor units, or a text. Null where the kind has none. */
export interface ReviewFlag {
  kind: ReviewFlagKind;
  atMs: number | null;
  amount: bigint | null;
  words: string | null;
}

/** Facts about the member that another domain owns; the caller passes them in. */
export interface PersonKnown {
  realName: string | null;
  nameCorrectedAt: Date | null;
  financePasswordSetAt: Date | null;
}

interface Facts {
  id: string;
  member_id: string;
  submitted_at: Date;
  holder: string;
  paid_before: boolean;
  bound_at: Date;
  replaced_at: Date | null;
  top_up_amount: bigint | null;
  top_up_at: Date | null;
  bounced_at: Date | null;
  fault_at: Date | null;
}

/** Faulty draws to check at most. More than a few share one cause. */
const DRAWS_MAX = 50;
const LATELY_MS = 7 * DAY_MS;
const CORRECTED_MS = 30 * DAY_MS;

/** Reads the review flags of withdrawals, keyed by withdrawal id. Computed on each call, because the facts change. */
export async function readReviewFlags(
  q: Db | Tx['q'],
  of: readonly (Account & { id: string })[],
  people: ReadonlyMap<string, PersonKnown>,
): Promise<Map<string, ReviewFlag[]>> {
  if (of.length === 0) return new Map();
  const which = sql.join(
    of.map(({ bucket, memberId, id }) => sql`(${bucket}::smallint, ${memberId}::uuid, ${id}::uuid)`),
  );
  const { rows } = await factsOf(which).execute(q);
  const faults = await faultsOf(q, of);
  return new Map(
    rows.map((facts) => {
      const faultAt = faults.get(facts.member_id) ?? null;
      return [facts.id, reviewFlagsOf({ ...facts, fault_at: faultAt }, people.get(facts.member_id) ?? null)];
    }),
  );
}

/**
 * Finds members with an unreviewed ledger fault, with the time at which it was found. The fault concerns the member's
 * own rows or a draw that paid them.
 */
async function faultsOf(q: Db | Tx['q'], of: readonly Account[]): Promise<Map<string, Date>> {
  const ids = [...new Set(of.map(({ memberId }) => memberId))];
  const { rows } = await sql<{ member_id: string; at: Date }>`
    select f.member_id, min(f.found_at) as at from ledger.fault f
    where f.review is null and f.member_id = any (${ids}::uuid[]) group by f.member_id`.execute(q);
  const found = new Map(rows.map(({ member_id, at }) => [member_id, at]));
  const { rows: draws } = await sql<{ lottery_id: number; period: bigint; at: Date; day: string }>`
    select f.lottery_id, f.period, f.found_at as at,
      (to_timestamp((f.period + 1) * l.period_seconds) at time zone 'UTC')::date as day
    from ledger.fault f join lottery.lottery l on l.id = f.lottery_id
    where f.review is null and f.member_id is null order by f.found_at limit ${DRAWS_MAX}`.execute(q);
  for (const { bucket, memberId } of draws.length === 0 ? [] : of) {
    for (const { lottery_id, period, at, day } of draws) {
      if (found.has(memberId)) break;
      const slip = await q
        .selectFrom('lottery.slip')
        .select('id')
        .where(ofMember({ bucket, memberId }))
        .where('day', '=', day)
        .where('lottery_id', '=', lottery_id)
        .where('period', '=', period)
        .limit(1)
        .executeTakeFirst();
      if (slip) found.set(memberId, at);
    }
  }
  return found;
}

function factsOf(which: RawBuilder<unknown>) {
  return sql<Omit<Facts, 'fault_at'>>`
    select w.id, w.member_id, w.submitted_at, p.holder, p.bound_at,
      exists (
        select from payments.withdrawal b where b.bucket = w.bucket and b.member_id = w.member_id
          and b.state = 'paid' and b.submitted_at < w.submitted_at) as paid_before,
      (
        select max(o.ended_at) from payments.payee o where o.bucket = w.bucket and o.member_id = w.member_id
          and o.id <> p.id) as replaced_at,
      t.amount as top_up_amount, t.ended_at as top_up_at,
      (
        select max(r.ended_at) from payments.withdrawal r where r.bucket = w.bucket and r.member_id = w.member_id
          and r.state in ('failed', 'returned')) as bounced_at
    from payments.withdrawal w
    join payments.payee p on p.bucket = w.bucket and p.member_id = w.member_id and p.id = w.payee_id
    left join lateral (
      select u.amount, u.ended_at from payments.top_up u
      where u.bucket = w.bucket and u.member_id = w.member_id and u.state = 'credited'
        and u.ended_at between w.submitted_at - interval '1 day' and w.submitted_at
      order by u.ended_at desc limit 1) t on true
    where (w.bucket, w.member_id, w.id) in (${which})`;
}

function reviewFlagsOf(facts: Facts, person: PersonKnown | null): ReviewFlag[] {
  const reviewFlags: ReviewFlag[] = [];
  const add = (kind: ReviewFlagKind, more: Partial<Omit<ReviewFlag, 'kind'>> = {}): void => {
    reviewFlags.push({ kind, atMs: null, amount: null, words: null, ...more });
  };
  /** Returns the time when it is later than `span` before the withdrawal was submitted; else null. */
  const lately = (at: Date | null | undefined, span = LATELY_MS): { atMs: number } | null =>
    at && at.getTime() > facts.submitted_at.getTime() - span ? { atMs: at.getTime() } : null;

  const name = person?.realName ?? null;
  if (name !== null && isOther(name, facts.holder)) add('name-differs', { words: name });
  if (!facts.paid_before) add('first-withdrawal');
  const [replaced, bound] = [lately(facts.replaced_at), lately(facts.bound_at)];
  if (replaced) add('payee-replaced', replaced);
  else if (bound) add('payee-new', bound);
  const financePassword = lately(person?.financePasswordSetAt);
  if (financePassword) add('finance-password-new', financePassword);
  const corrected = lately(person?.nameCorrectedAt, CORRECTED_MS);
  if (corrected) add('name-corrected', corrected);
  if (facts.top_up_at) add('top-up-before', { atMs: facts.top_up_at.getTime(), amount: facts.top_up_amount });
  if (facts.fault_at) add('ledger-fault', { atMs: facts.fault_at.getTime() });
  const bounced = lately(facts.bounced_at);
  if (bounced) add('bank-sent-back', bounced);
  return reviewFlags;
}

/** Compares names as banks write them: in capitals, without accents, with other spaces. */
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
