import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Role } from './roles.ts';
import { counted, refuseTooNew } from './two-people.ts';

export const PROPOSAL_KINDS = ['table', 'money-rule', 'service-url', 'purchase-refund', 'correction'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
/** Who proposes what. */
const PROPOSERS: Record<ProposalKind, Role[]> = {
  table: ['owner'],
  'money-rule': ['owner'],
  'service-url': ['owner'],
  'purchase-refund': ['finance'],
  correction: ['finance'],
};
export const PROPOSAL_OUTCOMES = ['confirmed', 'declined', 'withdrawn'] as const;
export type ProposalOutcome = (typeof PROPOSAL_OUTCOMES)[number];

/** What one of the staff proposes. Nothing of it is in force until somebody else confirms it. */
export interface Proposal {
  id: string;
  what: ProposalKind;
  /** What it is about: a lottery's key, `house`, `purchase/<id>`, or `correction/<member>/<reference>`. */
  subject: string;
  body: unknown;
  why: string;
  proposedBy: string;
  proposedAtMs: number;
  decidedBy: string | null;
  decidedAtMs: number | null;
  /** Null also where the decision is from before reasons were kept. */
  decidedWhy: string | null;
  /** Null while it waits. */
  outcome: ProposalOutcome | null;
}

/**
 * Proposes something, in the place of what waits about the same subject: whoever looked at that cannot confirm this
 * with it. Throws `too-new`, `busy` where somebody else proposes at this moment.
 */
export async function propose(
  tx: Tx,
  plan: Pick<Proposal, 'what' | 'subject' | 'body' | 'why' | 'proposedBy'>,
): Promise<Proposal> {
  const { what, subject, body, why, proposedBy } = plan;
  await refuseTooNew(tx.q, proposedBy);
  const open = await tx.q
    .selectFrom('staff.proposal')
    .select('id')
    .where('what', '=', what)
    .where('subject', '=', subject)
    .where('decision', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (open) await close(tx, open.id, { staffId: proposedBy, why }, 'withdrawn');
  const { rows } = await sql<{ id: string }>`
    insert into staff.proposal (id, what, subject, body, why, proposed_by)
    values (${newId()}::uuid, ${what}, ${subject}, ${JSON.stringify(body)}::jsonb, ${why}, ${proposedBy}::uuid)
    on conflict do nothing returning id`.execute(tx.q);
  if (!rows[0]) throw new Refusal('busy');
  return readProposal(tx.q, rows[0].id);
}

/** Who decides, and why. */
interface Decider {
  staffId: string;
  why: string;
}

/**
 * Confirms what somebody else proposed. It is in force once the caller has done, in the same transaction, what it says.
 * Of two who confirm at once one does. Throws `not-found`, `too-late` for what is decided, `second-person-needed`,
 * `too-new`, `proposer-gone` where the word of who proposed it does not count any more.
 */
export async function confirmProposal(tx: Tx, id: string, by: Decider): Promise<Proposal> {
  const { what, proposedBy } = await take(tx, id);
  if (proposedBy === by.staffId) throw new Refusal('second-person-needed');
  await refuseTooNew(tx.q, by.staffId);
  const { size } = await counted(tx.q, [proposedBy], PROPOSERS[what]);
  if (size === 0) throw new Refusal('proposer-gone');
  await close(tx, id, by, 'confirmed');
  return readProposal(tx.q, id);
}

/** Ends what waits: taken back by who proposed it, declined by anybody else. Throws `not-found`, `too-late`. */
export async function declineProposal(tx: Tx, id: string, by: Decider): Promise<Proposal> {
  const { proposedBy } = await take(tx, id);
  await close(tx, id, by, proposedBy === by.staffId ? 'withdrawn' : 'declined');
  return readProposal(tx.q, id);
}

/** The one that waits about a subject, from somebody whose word counts; null for none. */
export async function readOpenProposal(q: Db | Tx['q'], what: ProposalKind, subject: string): Promise<Proposal | null> {
  const row = await all(q)
    .where('what', '=', what)
    .where('subject', '=', subject)
    .where('decision', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { size } = await counted(q, [row.proposed_by], PROPOSERS[what]);
  return size === 0 ? null : proposalOf(row);
}

const OPEN_MAX = 50;

/** Those that wait about subjects that begin alike, newest first. `start` has neither `%` nor `_`. */
export async function listOpenUnder(q: Db | Tx['q'], what: ProposalKind, start: string): Promise<Proposal[]> {
  const rows = await all(q)
    .where('what', '=', what)
    .where('subject', 'like', `${start}%`)
    .where('decision', 'is', null)
    .orderBy('id', 'desc')
    .limit(OPEN_MAX)
    .execute();
  return rows.map(proposalOf);
}

/** Throws `not-found`. */
export async function readProposal(q: Db | Tx['q'], id: string): Promise<Proposal> {
  const row = await all(q).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return proposalOf(row);
}

export interface ProposalPage {
  items: Proposal[];
  nextCursor: string | null;
  total: number;
}

export interface ProposalQuery {
  what?: ProposalKind;
  /** Those that wait alone. */
  open?: boolean;
  /** One that was listed (exclusive). */
  before?: string;
  limit: number;
}

/** Newest first. */
export async function listProposals(
  q: Db | Tx['q'],
  { what, open, before, limit }: ProposalQuery,
): Promise<ProposalPage> {
  let some = all(q);
  let counted = q.selectFrom('staff.proposal');
  if (what !== undefined) [some, counted] = [some.where('what', '=', what), counted.where('what', '=', what)];
  if (open) [some, counted] = [some.where('decision', 'is', null), counted.where('decision', 'is', null)];
  if (before !== undefined) some = some.where('id', '<', before);
  const rows = await some
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { n } = await counted.select((eb) => eb.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow();
  const items = rows.slice(0, limit).map(proposalOf);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? last.id : null, total: Number(n) };
}

/** The one that waits, held until the transaction ends. */
async function take(tx: Tx, id: string): Promise<Pick<Proposal, 'what' | 'proposedBy'>> {
  const open = await tx.q
    .selectFrom('staff.proposal')
    .select(['what', 'proposed_by as proposedBy'])
    .where('id', '=', id)
    .where('decision', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (open) return { ...open, what: open.what as ProposalKind };
  await readProposal(tx.q, id);
  throw new Refusal('too-late');
}

async function close(tx: Tx, id: string, { staffId, why }: Decider, outcome: ProposalOutcome): Promise<void> {
  await sql`
    update staff.proposal
    set decision = ${outcome}, decided_by = ${staffId}::uuid, decided_why = ${why}, decided_at = clock.now()
    where id = ${id}::uuid and decision is null`.execute(tx.q);
}

function all(q: Db | Tx['q']) {
  return q.selectFrom('staff.proposal').selectAll();
}

type Row = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

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

/** What waits for a second person: how many, and since when. */
export async function proposalQueue(q: Db | Tx['q']): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ n: bigint; oldest: Date | null }>`
    select count(*) as n, min(p.proposed_at) as oldest from staff.proposal p where p.decision is null`.execute(q);
  return { count: Number(rows[0]?.n ?? 0), oldestAt: rows[0]?.oldest ?? null };
}
