import { type RawBuilder, sql } from 'kysely';
import type { RowMacs } from '../../crypto/row-macs.ts';
import { type AmountSpan, withinAmounts } from '../../db/amount-span.ts';
import { type DaySpan, withinDays } from '../../db/day-span.ts';
import { bucketOf } from '../../db/ids.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { createRowCounter, type RowCounter } from '../../db/row-counter.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { activeLegalHolds, type LegalHold } from '../rules/legal-holds.ts';
import type { RefusalReason, WithdrawalState } from './withdrawal-rows.ts';

/** A withdrawal as shown to members and staff. Amounts are minor units. */
export interface WithdrawalRecord extends Account {
  id: string;
  amount: bigint;
  state: WithdrawalState;
  payee: { kind: 'card' | 'iban'; bankName: string; masked: string; holder: string };
  submittedAtMs: number;
  reviewDueAtMs: number | null;
  approvedAtMs: number | null;
  endedAtMs: number | null;
  closing: boolean;
  /** The provider's name of the payout. */
  providerRef: string | null;
  /** Reference of the bank or card scheme. */
  traceRef: string | null;
  refusal: { reason: RefusalReason; words: string } | null;
  /** The legal hold that keeps it in the house now. Null when it was sent or has ended. */
  legalHold: { authority: string; reference: string; expiresAtMs: number } | null;
  /** State changes, oldest first. */
  steps: { state: WithdrawalState | 'submitted'; atMs: number }[];
}

export interface WithdrawalPage {
  items: WithdrawalRecord[];
  nextCursor: string | null;
  total: number;
}

/** Columns that withdrawals can be sorted by. */
export const WITHDRAWAL_SORTS = {
  submitted: { column: sql.ref('w.submitted_at'), kind: 'time' },
  amount: { column: sql.ref('w.amount'), kind: 'number' },
} as const satisfies Record<string, SortColumn>;

type WithdrawalSort = SortBy<keyof typeof WITHDRAWAL_SORTS>;

/** The span is that of submission. */
export interface WithdrawalQuery extends DaySpan, AmountSpan {
  /** Only this member's, in the list over all members. */
  memberId?: string;
  /** `open`: in review, approved or sent. `second-look`: in review, and judged by one person. */
  state?: WithdrawalState | 'open' | 'second-look';
  /** First day of ending (`YYYY-MM-DD`, UTC), inclusive. */
  endedFrom?: string;
  /** Last day of ending, inclusive. */
  endedTo?: string;
  /** By default the member's list begins with the newest, and the staff's with the longest wait. */
  sort?: WithdrawalSort;
  /** `nextCursor` of an earlier page. */
  cursor?: string;
  limit: number;
}

/** Lists a member's withdrawals, newest first. */
export function listWithdrawals(
  db: Db | Tx['q'],
  macs: RowMacs | null,
  account: Account,
  query: WithdrawalQuery,
): Promise<WithdrawalPage> {
  return readPage(db, macs, ofMember(account, 'w'), query, '-submitted');
}

export const createWithdrawalTotal = (): RowCounter => createRowCounter('payments.withdrawal', 'submitted_at');

/** Lists all members' withdrawals, by default longest waiting first. Frequent callers pass their own cached `total`. */
export function listAllWithdrawals(
  db: Db | Tx['q'],
  macs: RowMacs | null,
  query: WithdrawalQuery,
  total: RowCounter = createWithdrawalTotal(),
): Promise<WithdrawalPage> {
  const { memberId, state, endedFrom, endedTo, from, to, min, max } = query;
  const whose = memberId === undefined ? sql`true` : ofMember({ bucket: bucketOf(memberId), memberId }, 'w');
  const isFiltered = [memberId, state, endedFrom, endedTo, from, to, min, max].some((one) => one !== undefined);
  return readPage(db, macs, whose, query, 'submitted', isFiltered ? undefined : total);
}

/** Reads one withdrawal of a member; null when there is none. */
export async function readWithdrawal(
  q: Db | Tx['q'],
  macs: RowMacs | null,
  account: Account,
  id: string,
): Promise<WithdrawalRecord | null> {
  const { rows } = await select(sql`${ofMember(account, 'w')} and w.id = ${id}::uuid`, sql``).execute(q);
  return (await recordsOf(q, macs, rows))[0] ?? null;
}

/** Reads the withdrawals with a reference of a bank or card scheme, newest first; at most `limit`. */
export async function findTraced(q: Db | Tx['q'], traceRef: string, limit: number): Promise<WithdrawalRecord[]> {
  const newest = sql`order by w.submitted_at desc, w.id desc`;
  const { rows } = await select(sql`w.trace_ref = ${traceRef}`, sql`${newest} limit ${limit}`, {
    ...UNSORTED,
    order: newest,
  }).execute(q);
  return recordsOf(q, null, rows);
}

async function readPage(
  q: Db | Tx['q'],
  macs: RowMacs | null,
  whose: RawBuilder<unknown>,
  query: WithdrawalQuery,
  usual: WithdrawalSort,
  total?: RowCounter,
): Promise<WithdrawalPage> {
  const { cursor, limit, sort = usual } = query;
  const sorting = sortingOf(WITHDRAWAL_SORTS, sort, 'w.id');
  const where = narrowed(whose, query);
  const { rows } = await select(
    sql`${where} ${sorting.after(cursor)}`,
    sql`${sorting.order} limit ${limit + 1}`,
    sorting,
  ).execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  return {
    items: await recordsOf(q, macs, page),
    nextCursor,
    total: total ? await total(q) : await countSuch(q, where),
  };
}

async function countSuch(q: Db | Tx['q'], where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from payments.withdrawal w where ${where}`.execute(q);
  return Number(rows[0]?.n ?? 0);
}

/** SQL condition on `payments.withdrawal w`: in review, and judged by at least one person. */
export const IS_SECOND_LOOK = sql`w.state = 'in-review' and exists (select from payments.withdrawal_review r
  where r.bucket = w.bucket and r.member_id = w.member_id and r.withdrawal_id = w.id)`;

function narrowed(whose: RawBuilder<unknown>, query: WithdrawalQuery): RawBuilder<unknown> {
  const { state, endedFrom, endedTo } = query;
  const parts = [whose];
  if (state === 'open') parts.push(sql`w.state in ('in-review', 'approved', 'sent')`);
  else if (state === 'second-look') parts.push(IS_SECOND_LOOK);
  else if (state !== undefined) parts.push(sql`w.state = ${state}`);
  return sql`${sql.join(parts, sql` and `)} ${withinDays('w.ended_at', { from: endedFrom, to: endedTo })}
    ${withinDays('w.submitted_at', query)} ${withinAmounts('w.amount', query)}`;
}

interface Row {
  bucket: number;
  member_id: string;
  id: string;
  amount: bigint;
  state: WithdrawalState;
  kind: 'card' | 'iban';
  bank_name: string;
  masked: string;
  holder: string;
  sorted: bigint;
  submitted_at: Date;
  review_due_at: Date | null;
  approved_at: Date | null;
  ended_at: Date | null;
  closing: boolean;
  provider_ref: string | null;
  trace_ref: string | null;
  refusal_reason: RefusalReason | null;
  refusal_words: string | null;
  steps: { state: WithdrawalState | 'submitted'; ms: number }[];
}

const UNSORTED = { value: sql<bigint>`0::bigint`, order: sql`` };

function select(where: RawBuilder<unknown>, more: RawBuilder<unknown>, { value, order } = UNSORTED) {
  // Banks and legal holds may be on another machine than a member's own rows.
  return sql<Row>`
    with own as materialized (
      select w.bucket, w.member_id, w.id, w.amount, w.state, p.kind, p.bank_code, p.masked, p.holder, w.submitted_at,
        w.review_due_at, w.approved_at, w.ended_at, w.closing, w.provider_ref, w.trace_ref,
        w.refusal_reason, w.refusal_words,
        (
          select coalesce(json_agg(json_build_object('state', e.state, 'ms', floor(extract(epoch from e.at) * 1000))
            order by e.at, e.id), '[]')
          from payments.withdrawal_event e
          where e.bucket = w.bucket and e.member_id = w.member_id and e.withdrawal_id = w.id
        ) as steps
      from payments.withdrawal w
      join payments.payee p on p.bucket = w.bucket and p.member_id = w.member_id and p.id = w.payee_id
      where ${where} ${more}
    )
    select w.bucket, w.member_id, w.id, w.amount, w.state, w.kind, coalesce(b.name, w.bank_code) as bank_name, w.masked,
      w.holder, ${value} as sorted, w.submitted_at, w.review_due_at,
      w.approved_at, w.ended_at, w.closing, w.provider_ref, w.trace_ref, w.refusal_reason, w.refusal_words, w.steps
    from own w left join payments.bank b on b.code = w.bank_code ${order}`;
}

/** Adds the active legal hold to each record. Without `macs`, holds are not read. */
async function recordsOf(q: Db | Tx['q'], macs: RowMacs | null, rows: readonly Row[]): Promise<WithdrawalRecord[]> {
  const staying = macs === null ? [] : rows.filter(({ state }) => state === 'in-review' || state === 'approved');
  const accounts = staying.map(({ bucket, member_id: memberId }) => ({ bucket, memberId }));
  const holds = macs === null ? new Map<string, LegalHold>() : await activeLegalHolds(q, macs, accounts);
  return rows.map((row) => recordOf(row, staying.includes(row) ? holds.get(row.member_id) : undefined));
}

function recordOf(row: Row, hold: LegalHold | undefined): WithdrawalRecord {
  return {
    bucket: row.bucket,
    memberId: row.member_id,
    id: row.id,
    amount: row.amount,
    state: row.state,
    payee: { kind: row.kind, bankName: row.bank_name, masked: row.masked, holder: row.holder },
    submittedAtMs: row.submitted_at.getTime(),
    reviewDueAtMs: row.review_due_at?.getTime() ?? null,
    approvedAtMs: row.approved_at?.getTime() ?? null,
    endedAtMs: row.ended_at?.getTime() ?? null,
    closing: row.closing,
    providerRef: row.provider_ref,
    traceRef: row.trace_ref,
    refusal: row.refusal_reason === null ? null : { reason: row.refusal_reason, words: row.refusal_words ?? '' },
    legalHold: hold
      ? { authority: hold.authority, reference: hold.reference, expiresAtMs: hold.expiresAt.getTime() }
      : null,
    steps: row.steps.map(({ state, ms }) => ({ state, atMs: ms })),
  };
}
