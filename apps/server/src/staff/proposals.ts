import { type RawBuilder, sql } from 'kysely';
import type { RowMacs } from '../crypto/row-macs.ts';
import { clockNow } from '../db/clock.ts';
import { type DaySpan, withinDays } from '../db/day-span.ts';
import { newId } from '../db/ids.ts';
import { cursorOf, pageOf, type SortBy, type SortColumn, sortingOf } from '../db/keyset.ts';
import type { Db } from '../db/pool.ts';
import { measureQueue, NOT_DUE, type Queue } from '../db/queue.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Role } from './roles.ts';
import type { People } from './two-people.ts';

export const PROPOSAL_KINDS = [
  'table',
  'money-rule',
  'service-url',
  'purchase-refund',
  'correction',
  'reopening',
  'lottery',
  'retirement',
  'stop',
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
/** Roles that may propose each kind. */
const PROPOSERS: Record<ProposalKind, Role[]> = {
  table: ['owner'],
  'money-rule': ['owner'],
  'service-url': ['owner'],
  'purchase-refund': ['finance'],
  correction: ['finance'],
  reopening: ['finance', 'owner'],
  lottery: ['owner'],
  retirement: ['owner'],
  stop: ['owner'],
};
/** Proposals that move a member's money. Only finance decides them. */
export const FINANCE_KINDS: readonly ProposalKind[] = ['purchase-refund', 'correction'];
export const PROPOSAL_OUTCOMES = ['confirmed', 'declined', 'withdrawn'] as const;
export type ProposalOutcome = (typeof PROPOSAL_OUTCOMES)[number];

/** A proposal of a staff member. It takes effect only when another person confirms it. */
export interface Proposal {
  id: string;
  what: ProposalKind;
  /**
   * What it concerns: a lottery's key, `house`, `purchase/<id>` or `correction/<member>/<reference>`. For a reopening:
   * `money-in` or `table/<lottery>`. For a stop: `betting` or `table/<lottery>`.
   */
  subject: string;
  body: unknown;
  why: string;
  proposedBy: string;
  proposedAtMs: number;
  decidedBy: string | null;
  decidedAtMs: number | null;
  /** Null while it waits, and for old decisions without a stored reason. */
  decidedWhy: string | null;
  /** Null while it waits. */
  outcome: ProposalOutcome | null;
}

/** Authenticates proposals, and decides which staff count. */
export interface ProposalDeps {
  macs: RowMacs;
  people: People;
}

/**
 * Stores a proposal. It replaces an open one about the same subject under a new id, so that nobody confirms contents
 * they have not seen. Throws `too-new`, and `busy` when another person proposes concurrently.
 */
export async function propose(
  tx: Tx,
  deps: ProposalDeps,
  plan: Pick<Proposal, 'what' | 'subject' | 'body' | 'why' | 'proposedBy'>,
): Promise<Proposal> {
  const { what, subject, body, why, proposedBy } = plan;
  await deps.people.refuseTooNew(tx.q, proposedBy);
  const open = await findOpen(tx.q, what, subject);
  if (open) await close(tx, deps.macs, open, { staffId: proposedBy, why }, 'withdrawn');
  const proposed_at = await clockNow(tx.q);
  const row = { id: newId(), what, subject, body, why, proposed_by: proposedBy, proposed_at };
  const text = JSON.stringify({ ...row, mac: deps.macs.of('staff.proposal', row) });
  const { rows } = await sql<{ made: boolean }>`select staff.propose(${text}::jsonb) as made`.execute(tx.q);
  if (!rows[0]?.made) throw new Refusal('busy');
  return readProposal(tx.q, deps.macs, row.id);
}

/** The person who decides, and their reason. */
interface Decider {
  staffId: string;
  why: string;
}

/**
 * Confirms another person's proposal. The caller must carry it out in the same transaction. Of two concurrent
 * confirmations, one succeeds. Throws `not-found`, `too-late` for a decided proposal, `second-person-needed`,
 * `too-new`, and `proposer-gone` when the proposer no longer counts.
 */
export async function confirmProposal(tx: Tx, deps: ProposalDeps, id: string, by: Decider): Promise<Proposal> {
  const row = await findWaiting(tx, deps.macs, id);
  if (row.proposed_by === by.staffId) throw new Refusal('second-person-needed');
  await deps.people.refuseTooNew(tx.q, by.staffId);
  const { size } = await deps.people.counted(tx.q, [row.proposed_by], PROPOSERS[row.what as ProposalKind]);
  if (size === 0) throw new Refusal('proposer-gone');
  await close(tx, deps.macs, row, by, 'confirmed');
  return readProposal(tx.q, deps.macs, id);
}

/** Ends an open proposal: withdrawn when the proposer calls, else declined. Throws `not-found`, `too-late`. */
export async function declineProposal(tx: Tx, macs: RowMacs, id: string, by: Decider): Promise<Proposal> {
  const row = await findWaiting(tx, macs, id);
  await close(tx, macs, row, by, row.proposed_by === by.staffId ? 'withdrawn' : 'declined');
  return readProposal(tx.q, macs, id);
}

/** The open proposal about a subject, from a proposer who counts; null for none. */
export async function readOpenProposal(
  q: Db | Tx['q'],
  { macs, people }: ProposalDeps,
  what: ProposalKind,
  subject: string,
): Promise<Proposal | null> {
  const row = await findOpen(q, what, subject);
  if (!row || !isGenuine(macs, row)) return null;
  const { size } = await people.counted(q, [row.proposed_by], PROPOSERS[what]);
  return size === 0 ? null : proposalOf(row);
}

const OPEN_MAX = 50;

/** Lists open proposals with a subject prefix, newest first, 50 at most. `start` must not contain `%` or `_`. */
export async function listOpenUnder(
  q: Db | Tx['q'],
  macs: RowMacs,
  what: ProposalKind,
  start: string,
): Promise<Proposal[]> {
  const rows = await all(q)
    .where('what', '=', what)
    .where('subject', 'like', `${start}%`)
    .where('decision', 'is', null)
    .orderBy('id', 'desc')
    .limit(OPEN_MAX)
    .execute();
  return rows.filter((row) => isGenuine(macs, row)).map(proposalOf);
}

/** Reads one proposal. Throws `not-found`, also for a row that the server did not write. */
export async function readProposal(q: Db | Tx['q'], macs: RowMacs, id: string): Promise<Proposal> {
  const row = await all(q).where('id', '=', id).executeTakeFirst();
  if (!row || !isGenuine(macs, row)) throw new Refusal('not-found');
  return proposalOf(row);
}

/** Member of staff who decides. */
export interface Person {
  id: string;
  role: Role;
}

export interface ProposalPage {
  items: Proposal[];
  nextCursor: string | null;
  total: number;
}

/** Columns that proposals can be sorted by. */
export const PROPOSAL_SORTS = {
  at: { column: sql.ref('p.proposed_at'), kind: 'time' },
} as const satisfies Record<string, SortColumn>;

/** The span is that of proposing. */
export interface ProposalQuery extends DaySpan {
  what?: ProposalKind;
  /** Staff account of the proposer. */
  by?: string;
  /** Only open proposals. */
  open?: boolean;
  /** Only proposals that this person may decide. */
  decider?: Person;
  /** Only those of this staff account. */
  proposer?: string;
  /** `-at` by default: newest first. */
  sort?: SortBy<keyof typeof PROPOSAL_SORTS>;
  /** `nextCursor` of an earlier page. */
  cursor?: string;
  limit: number;
}

/** Lists proposals. */
export async function listProposals(q: Db | Tx['q'], macs: RowMacs, query: ProposalQuery): Promise<ProposalPage> {
  const { what, by, open, decider, proposer, cursor, limit, sort = '-at' } = query;
  const sorting = sortingOf(PROPOSAL_SORTS, sort, 'p.id');
  const parts = [
    ...(what === undefined ? [] : [sql`p.what = ${what}`]),
    ...(by === undefined ? [] : [sql`p.proposed_by = ${by}::uuid`]),
    ...(proposer === undefined ? [] : [sql`p.proposed_by = ${proposer}::uuid`]),
    ...(open ? [sql`p.decision is null`] : []),
    ...(decider ? [isDecidedBy(decider)] : []),
  ];
  const where = sql`${sql.join([sql`true`, ...parts], sql` and `)} ${withinDays('p.proposed_at', query)}`;
  const { rows } = await sql<Row & { sorted: bigint }>`
    select p.*, ${sorting.value} as sorted from staff.proposal p
    where ${where} ${sorting.after(cursor)} ${sorting.order} limit ${limit + 1}`.execute(q);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from staff.proposal p where ${where}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, cursorOf);
  const items = page.filter((row) => isGenuine(macs, row)).map(proposalOf);
  return { items, nextCursor, total: Number(counts[0]?.n ?? 0) };
}

function findOpen(q: Db | Tx['q'], what: ProposalKind, subject: string): Promise<Row | undefined> {
  return all(q)
    .where('what', '=', what)
    .where('subject', '=', subject)
    .where('decision', 'is', null)
    .executeTakeFirst();
}

/** Finds an open proposal. Throws `not-found`, `too-late`. */
async function findWaiting(tx: Tx, macs: RowMacs, id: string): Promise<Row> {
  const row = await all(tx.q).where('id', '=', id).executeTakeFirst();
  if (!row || !isGenuine(macs, row)) throw new Refusal('not-found');
  if (row.decision !== null) throw new Refusal('too-late');
  return row;
}

/** Stores the decision. Of two concurrent ones, the second finds it decided and throws `too-late`. */
async function close(tx: Tx, macs: RowMacs, row: Row, by: Decider, outcome: ProposalOutcome): Promise<void> {
  const decided = { decision: outcome, decided_by: by.staffId, decided_why: by.why };
  const decided_at = await clockNow(tx.q);
  const mac = macs.of('staff.decision', { ...row, ...decided, decided_at });
  const { rows } = await sql<{ done: boolean }>`select staff.decide(
    ${row.id}::uuid, ${outcome}, ${by.staffId}::uuid, ${decided_at}, ${by.why}, ${mac}) as done`.execute(tx.q);
  if (!rows[0]?.done) throw new Refusal('too-late');
}

/** True when the server wrote the proposal and, if there is one, its decision. */
export function isGenuine(macs: RowMacs, row: Row): boolean {
  if (!macs.isGenuine('staff.proposal', row, row.mac)) return false;
  return row.decision === null || macs.isGenuine('staff.decision', row, row.decided_mac);
}

function all(q: Db | Tx['q']) {
  return q.selectFrom('staff.proposal as p').selectAll();
}

export type ProposalRow = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;
type Row = ProposalRow;

function proposalOf(row: Row): Proposal {
  return {
    id: row.id,
    what: row.what as ProposalKind,
    subject: row.subject,
    body: row.body,
    why: row.why,
    proposedBy: row.proposed_by,
    proposedAtMs: row.proposed_at.getTime(),
    decidedBy: row.decided_by,
    decidedAtMs: row.decided_at?.getTime() ?? null,
    decidedWhy: row.decided_why,
    outcome: row.decision as ProposalOutcome | null,
  };
}

/** Open proposals. With a person, those that they may decide. */
export function proposalQueue(q: Db | Tx['q'], decider: Person | null): Promise<Queue> {
  return measureQueue(
    q,
    sql`select p.proposed_at as since, ${NOT_DUE} from staff.proposal p
    where p.decision is null ${decider === null ? sql`` : sql`and ${isDecidedBy(decider)}`} order by p.id`,
  );
}

/** Open proposals of a person, which wait for another one. With null, all. */
export function ownProposalQueue(q: Db | Tx['q'], proposer: string | null): Promise<Queue> {
  return measureQueue(
    q,
    sql`select p.proposed_at as since, ${NOT_DUE} from staff.proposal p
    where p.decision is null ${proposer === null ? sql`` : sql`and p.proposed_by = ${proposer}::uuid`} order by p.id`,
  );
}

/** SQL condition on `staff.proposal p`: another person proposed it, and the role decides on its kind. */
function isDecidedBy({ id, role }: Person): RawBuilder<boolean> {
  const others = sql`p.proposed_by <> ${id}::uuid`;
  if (role === 'finance') return sql<boolean>`${others}`;
  if (role !== 'owner') return sql<boolean>`false`;
  return sql<boolean>`${others} and p.what <> all (${[...FINANCE_KINDS]})`;
}
