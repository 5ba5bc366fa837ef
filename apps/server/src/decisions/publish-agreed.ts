import { openTime } from '@tercet/fair';
import { lockHead } from '../book/book.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { type ProposedOdds, proposedEntry, refusingTables } from '../draw/tables/proposed-table.ts';
import { firstPeriodOf, writeTable } from '../draw/tables/publish-table.ts';
import { type ProposedRule, refusingRules, rulePlanOf } from '../payments/rules/proposed-rule.ts';
import { amountInReach, assertPossible, publishRules } from '../payments/rules/rule.ts';
import { Refusal } from '../refusal.ts';
import { type Proposal, type ProposalKind, readProposal } from '../staff/proposals.ts';

/** Kinds of proposals that a job publishes in the book. */
export type PublishedKind = Extract<ProposalKind, 'table' | 'money-rule'>;

export function isPublished(what: string): what is PublishedKind {
  return what === 'table' || what === 'money-rule';
}

/** Throws `table-bad` or `rule-bad` if a proposal cannot be published now, so that it cannot be confirmed. */
export async function refuseUnpublishable(tx: Tx, { what, subject, body }: Proposal): Promise<void> {
  if (what === 'money-rule') await refusingRules(() => assertPossible(rulePlanOf(body as ProposedRule)));
  if (what !== 'table') return;
  const entry = await proposedEntry(tx.q, subject, body as ProposedOdds, await amountInReach(tx.q));
  await refusingTables(() => firstPeriodOf(tx.q, entry));
}

/**
 * Publishes a confirmed table or rule, unless it is already published. The caller must publish a checkpoint after the
 * commit. Throws `not-found` if the server did not write the proposal or nobody confirmed it. Throws `table-bad` and
 * `rule-bad`.
 */
export async function publishAgreed(tx: Tx, macs: RowMacs, what: PublishedKind, proposalId: string): Promise<void> {
  const proposal = await readProposal(tx.q, macs, proposalId);
  if (proposal.what !== what || proposal.outcome !== 'confirmed') throw new Refusal('not-found');
  await lockHead(tx);
  if ((await inForceFromMs(tx.q, what, proposalId)) !== null) return;
  const { subject, body } = proposal;
  if (what === 'money-rule') {
    await refusingRules(() => publishRules(tx, rulePlanOf(body as ProposedRule), 'soonest', proposalId));
    return;
  }
  const entry = await proposedEntry(tx.q, subject, body as ProposedOdds, await amountInReach(tx.q));
  await refusingTables(() => writeTable(tx, entry, { proposalId }));
}

/** When a published table or rule comes into force. Null before it is published. */
export async function inForceFromMs(q: Db | Tx['q'], what: PublishedKind, proposalId: string): Promise<number | null> {
  if (what === 'money-rule') {
    const rule = await q
      .selectFrom('payments.rule')
      .select('from_at')
      .where('proposal_id', '=', proposalId)
      .executeTakeFirst();
    return rule?.from_at.getTime() ?? null;
  }
  const table = await q
    .selectFrom('lottery.odds_table as t')
    .innerJoin('lottery.lottery as l', 'l.id', 't.lottery_id')
    .select(['t.first_period', 'l.period_seconds'])
    .where('t.proposal_id', '=', proposalId)
    .executeTakeFirst();
  return table ? openTime(Number(table.first_period), table.period_seconds) * 1_000 : null;
}
