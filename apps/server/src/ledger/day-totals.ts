import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { LedgerAccount, LedgerKind } from '../db/schema.d.ts';
import type { Tx } from '../db/transaction.ts';

/** Transfers of one UTC date of posting between two accounts. */
export interface DayTotal {
  /** `YYYY-MM-DD`. */
  date: string;
  kind: LedgerKind;
  debit: LedgerAccount;
  credit: LedgerAccount;
  transfers: number;
  amount: bigint;
}

/** Sum and number of some transfers. */
interface Moved {
  /** Minor units. */
  amount: bigint;
  count: number;
}

/** Money that moved on some days, by what happened. */
export interface Movements {
  /** Credited payments, those included that staff credited after a review. */
  in: Moved;
  /** Paid withdrawals. */
  out: Moved;
  /** Withdrawals that the bank sent back after they were paid. */
  bounced: Moved;
  /** Starting credits of a play house. */
  granted: Moved;
  /** Purchases less refunded ones; counts both. */
  sold: Moved;
  /** Corrections in favour of members less those against them; counts both. */
  corrected: Moved;
  /** Stakes at the time of the bet. */
  staked: Moved;
  paidOut: Moved;
  /** Stakes of void and day-late draws that went back. */
  givenBack: Moved;
}

/** Adds the totals of closed epochs to their days. Call it once for each epoch. */
export async function addDayTotals(tx: Tx, totals: readonly DayTotal[]): Promise<void> {
  for (const { date, kind, debit, credit, transfers, amount } of totals) {
    await sql`
      insert into ledger.day_total as t (date, kind, debit, credit, transfers, amount)
      values (${date}::date, ${kind}::ledger.kind, ${debit}::ledger.account, ${credit}::ledger.account,
        ${transfers}::bigint, ${String(amount)}::numeric)
      on conflict (date, kind, debit, credit) do update set transfers = t.transfers + excluded.transfers,
        amount = t.amount + excluded.amount`.execute(tx.q);
  }
}

/** Totals of each date from `from` to `to`, both inclusive, in order. */
export async function readDayTotals(q: Db | Tx['q'], { from, to }: { from: string; to: string }): Promise<DayTotal[]> {
  const { rows } = await sql<Omit<DayTotal, 'transfers' | 'amount'> & { transfers: bigint; amount: string }>`
    select t.date::text as date, t.kind, t.debit, t.credit, t.transfers, t.amount::text as amount
    from ledger.day_total t where t.date between ${from}::date and ${to}::date
    order by t.date, t.kind, t.debit, t.credit`.execute(q);
  return rows.map((row) => ({ ...row, transfers: Number(row.transfers), amount: BigInt(row.amount) }));
}

/**
 * What the house owes its members: the sum of all available and held balances before `from`, in minor units. Reads one
 * small row per day and kind, so the number of members does not matter.
 */
export async function owedBefore(q: Db | Tx['q'], from: string): Promise<bigint> {
  const { rows } = await sql<{ owed: string }>`
    select coalesce(sum(${OWED}), 0)::text as owed from ledger.day_total t where t.date < ${from}::date`.execute(q);
  return BigInt(rows[0]?.owed ?? 0);
}

const OWED = sql`t.amount * ((t.credit in ('available', 'held'))::integer - (t.debit in ('available', 'held'))::integer)`;

/** Time up to which the day totals hold all transfers. Transfers of the minute after it may be missing. */
export async function dayTotalsAt(q: Db | Tx['q']): Promise<Date> {
  const { at } = await q.selectFrom('ledger.reconciliation').select('at').executeTakeFirstOrThrow();
  return at;
}

/** What some totals change about the sum that the house owes. */
export function owedChange(totals: readonly DayTotal[]): bigint {
  const isOwed = (account: LedgerAccount) => account === 'available' || account === 'held';
  return totals.reduce((sum, { debit, credit, amount }) => {
    return sum + amount * (BigInt(isOwed(credit)) - BigInt(isOwed(debit)));
  }, 0n);
}

/** Adds totals up by what happened. */
export function movementsOf(totals: readonly DayTotal[]): Movements {
  const such = (test: (total: DayTotal) => boolean, less: (total: DayTotal) => boolean = () => false): Moved => {
    const [plus, minus] = [totals.filter(test), totals.filter(less)];
    return {
      amount: sumOf(plus) - sumOf(minus),
      count: [...plus, ...minus].reduce((sum, { transfers }) => sum + transfers, 0),
    };
  };
  return {
    in: such(({ kind, debit }) => debit === 'cash' && kind !== 'bounce'),
    out: such(({ credit }) => credit === 'cash'),
    bounced: such(({ kind }) => kind === 'bounce'),
    granted: such(({ debit }) => debit === 'issue'),
    sold: such(
      ({ credit }) => credit === 'sales',
      ({ debit }) => debit === 'sales',
    ),
    corrected: such(
      ({ debit }) => debit === 'correction',
      ({ credit }) => credit === 'correction',
    ),
    staked: such(({ kind }) => kind === 'stake'),
    paidOut: such(({ kind }) => kind === 'payout'),
    givenBack: such(({ kind }) => kind === 'refund' || kind === 'return'),
  };
}

function sumOf(totals: readonly DayTotal[]): bigint {
  return totals.reduce((sum, { amount }) => sum + amount, 0n);
}
