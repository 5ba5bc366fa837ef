import { BETS, SUM_BETS } from '@tercet/fair';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { DayTotal } from '../ledger/day-totals.ts';
import { LEDGER_KINDS } from '../ledger/transfer-kinds.ts';
import { FAULTS_MAX, type LedgerFault, NO_FAULT } from './fault.ts';
import { mayHold, type Span, within } from './span.ts';

/** Number and sum of a span's transfers, by date of posting, kind and accounts. */
export async function totalsOf(db: Db, span: Span): Promise<DayTotal[]> {
  const { rows } = await sql<Omit<DayTotal, 'amount'> & { amount: string }>`
    select (t.at at time zone 'UTC')::date::text as date, t.kind, t.debit, t.credit, count(*)::integer as transfers,
      sum(t.amount)::text as amount
    from ledger.transfer t where ${within(span)} group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/**
 * Transfers whose cause in the member's own rows is missing or differs. `evidence.ts` checks provider messages and
 * staff decisions. `slips.ts` checks the payments of slips.
 */
export async function transferFaults(db: Db, span: Span): Promise<LedgerFault[]> {
  const house = await houseOf(db);
  const found: LedgerFault[] = [];
  for (const [kinds, judge] of JUDGES) {
    if (mayHold(span, ...kinds)) found.push(...(await faultsOf(db, judge(span, house))));
  }
  return found.slice(0, FAULTS_MAX);
}

const OF_SLIPS = ['stake', 'payout', 'refund', 'return'] as const;
const OF_WITHDRAWALS = ['hold', 'post', 'release', 'bounce'] as const;
const OF_PAYMENTS = ['top-up', 'correction'] as const;
const BY_OTHERS: readonly string[] = [...OF_SLIPS, ...OF_WITHDRAWALS, ...OF_PAYMENTS];
/** Includes unknown kinds, which have no cause. */
const REST = LEDGER_KINDS.filter((kind) => !BY_OTHERS.includes(kind));

type Judge = (span: Span, house: House) => RawBuilder<unknown>;

/** The check for each kind. */
const JUDGES: readonly (readonly [kinds: readonly string[], judge: Judge])[] = [
  [OF_SLIPS, judgedPlay],
  [OF_WITHDRAWALS, judgedWithdrawals],
  [OF_PAYMENTS, judgedPayments],
  [REST, judgedRest],
];

function listed(kinds: readonly string[]): RawBuilder<unknown> {
  return sql.join(kinds.map((kind) => sql.lit(kind)));
}

interface Row {
  what: string;
  member_id: string;
  kind: string;
  day: string;
  ref: string;
  posted: bigint;
  due: bigint | null;
}

/** Faults of a query that returns transfers with their fault, or null for none. */
async function faultsOf(db: Db, judged: RawBuilder<unknown>): Promise<LedgerFault[]> {
  const { rows } = await sql<Row>`
    select j.what, j.member_id, j.kind::text as kind, j.day, j.ref, j.amount as posted, j.due::bigint as due
    from (${judged}) j where j.what is not null limit ${FAULTS_MAX}`.execute(db);
  return rows.map((row) => ({ ...NO_FAULT, ...row, memberId: row.member_id }));
}

interface House {
  /** Starting amount per member. Null if the house gives nothing. */
  startingCredits: bigint | null;
  /** Currency of all postings. Null before the house exists. */
  currency: string | null;
}

async function houseOf(db: Db): Promise<House> {
  const house = await db.selectFrom('house.house').select(['mode', 'starting_credits', 'currency']).executeTakeFirst();
  const gives = house?.mode === 'play' && house.starting_credits > 0n;
  return { startingCredits: gives ? house.starting_credits : null, currency: house?.currency ?? null };
}

const sumOfStakes = (bets: number) =>
  sql.join(
    Array.from({ length: bets }, (_, bet) => sql`coalesce(s.stakes[${sql.lit(bet + 1)}], 0)`),
    sql` + `,
  );

/**
 * Adds the stakes one by one, which takes a tenth of the time of `sum` over `unnest`. Null if the number of stakes is
 * not that of one of the two layouts.
 */
const SUM_OF_STAKES = sql`case cardinality(s.stakes)
  when ${sql.lit(SUM_BETS.length)} then ${sumOfStakes(SUM_BETS.length)}
  when ${sql.lit(BETS.length)} then ${sumOfStakes(BETS.length)} end`;

/** Every transfer of a slip needs the slip. The amount of a stake is the slip's total. */
function judgedPlay(span: Span): RawBuilder<unknown> {
  return sql`
    select t.member_id, t.kind, t.day, t.ref, t.amount, s.total as due, case
      when s.id is null then 'no-cause'
      when (t.debit, t.credit) <> (case t.kind when 'stake' then 'available' else 'play' end::ledger.account,
        case t.kind when 'stake' then 'play' else 'available' end::ledger.account) then 'accounts'
      when t.kind = 'stake' and (t.amount <> s.total or s.total is distinct from ${SUM_OF_STAKES}) then 'amount'
    end as what
    from ledger.transfer t
    left join lottery.slip s on s.bucket = t.bucket and s.member_id = t.member_id and s.day = t.day and s.id = t.ref
    where ${within(span)} and t.kind in (${listed(OF_SLIPS)})`;
}

function judgedWithdrawals(span: Span, { currency }: House): RawBuilder<unknown> {
  return sql`
    select t.member_id, t.kind, t.day, t.ref, t.amount, w.amount as due, case
      when w.id is null or h.id is null then 'no-cause'
      when (t.debit, t.credit) <> (case t.kind when 'hold' then 'available' when 'bounce' then 'cash' else 'held'
          end::ledger.account,
        case t.kind when 'hold' then 'held' when 'post' then 'cash' else 'available' end::ledger.account)
        then 'accounts'
      when t.amount <> w.amount or h.amount <> w.amount or w.currency is distinct from ${currency} then 'amount'
      when case t.kind when 'post' then w.state not in ('paid', 'returned')
        when 'release' then w.state not in ('refused', 'failed') when 'bounce' then w.state <> 'returned' end
        then 'state'
    end as what
    from ledger.transfer t
    left join payments.withdrawal w
      on w.bucket = t.bucket and w.member_id = t.member_id and w.id = t.ref and w.day = t.day
    left join ledger.hold h on h.bucket = t.bucket and h.member_id = t.member_id and h.id = t.ref
      and h.day = t.day and h.purpose = 'withdrawal'
    where ${within(span)} and t.kind in (${listed(OF_WITHDRAWALS)})`;
}

/** A correction belongs to a payment credited by staff or to a proposal, never to both. */
function judgedPayments(span: Span, { currency }: House): RawBuilder<unknown> {
  return sql`
    select t.member_id, t.kind, t.day, t.ref, t.amount, coalesce(p.amount, c.amount) as due, case
      when p.id is null and (c.id is null or t.kind = 'top-up') or (p.id is not null and c.id is not null)
        then 'no-cause'
      when (t.debit, t.credit) <> case
          when p.id is not null then ('cash'::ledger.account, 'available'::ledger.account)
          when c.direction = 'to-member' then ('correction'::ledger.account, 'available'::ledger.account)
          else ('available'::ledger.account, 'correction'::ledger.account) end then 'accounts'
      when t.amount <> coalesce(p.amount, c.amount) then 'amount'
      when p.id is not null and p.currency is distinct from ${currency} then 'amount'
      when p.id is not null and (p.state <> 'credited' or (t.kind = 'top-up') <> (p.reason is null)) then 'state'
      when t.kind = 'top-up' and (u.id is null or u.amount <> p.amount or u.currency <> p.currency) then 'amount'
      when t.kind = 'top-up' and exists (
        select 1 from payments.payment q
        join ledger.transfer o on o.bucket = q.bucket and o.member_id = q.member_id and o.day = q.day and o.ref = q.id
          and o.kind = 'top-up'
        where q.bucket = t.bucket and q.member_id = t.member_id and q.top_up_id = p.top_up_id and q.id <> p.id)
        then 'twice'
    end as what
    from ledger.transfer t
    left join payments.payment p
      on p.bucket = t.bucket and p.member_id = t.member_id and p.id = t.ref and p.day = t.day
    left join payments.top_up u on u.bucket = t.bucket and u.member_id = t.member_id and u.id = p.top_up_id
    left join payments.correction c
      on c.bucket = t.bucket and c.member_id = t.member_id and c.id = t.ref and c.day = t.day
    where ${within(span)} and t.kind in (${listed(OF_PAYMENTS)})`;
}

/**
 * Grants and purchases. Purchases of former members are erased over time; the erasure is then accepted as the cause.
 */
function judgedRest(span: Span, { startingCredits }: House): RawBuilder<unknown> {
  return sql`
    select t.member_id, t.kind, t.day, t.ref, t.amount, case t.kind when 'grant' then ${startingCredits}::bigint
        else p.price end as due, case
      when t.kind = 'grant' and (m.member_id is null or t.ref <> t.member_id) then 'no-cause'
      when t.kind <> 'grant' and p.id is null and e.kind is null then 'no-cause'
      when t.kind not in ('grant', 'purchase', 'purchase-refund') then 'no-cause'
      when (t.debit, t.credit) <> case t.kind
          when 'grant' then ('issue'::ledger.account, 'available'::ledger.account)
          when 'purchase' then ('available'::ledger.account, 'sales'::ledger.account)
          else ('sales'::ledger.account, 'available'::ledger.account) end then 'accounts'
      when t.kind = 'grant' and t.amount is distinct from ${startingCredits}::bigint then 'amount'
      when t.kind <> 'grant' and t.amount <> p.price then 'amount'
      when t.kind = 'purchase' and t.day <> p.day then 'state'
      when t.kind = 'purchase-refund' and p.id is not null
        and (p.refunded_at at time zone 'UTC')::date is distinct from t.day then 'state'
    end as what
    from ledger.transfer t
    left join members.member m on m.bucket = t.bucket and m.member_id = t.member_id
    left join video.purchase p on p.bucket = t.bucket and p.member_id = t.member_id and p.id = t.ref
    left join members.erasure e on e.bucket = t.bucket and e.member_id = t.member_id and e.kind = 'money'
    where ${within(span)} and t.kind not in (${listed(BY_OTHERS)})`;
}
