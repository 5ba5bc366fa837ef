import { openTime } from '@tercet/fair';
import { lockHead } from '../book/book.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { newLotteryEntry, openLottery, type ProposedLottery } from '../draw/tables/new-lottery.ts';
import { type ProposedOdds, proposedEntry, refusingTables } from '../draw/tables/proposed-table.ts';
import { firstPeriodOf, writeTable } from '../draw/tables/publish-table.ts';
import { retirableLottery, retireLottery } from '../draw/tables/retire-lottery.ts';
import { type ProposedStop, refuseImpossibleStop, stopBetting } from '../draw/tables/stop-betting.ts';
import { type ProposedRule, refusingRules, rulePlanOf } from '../payments/rules/proposed-rule.ts';
import { amountInReach, assertPossible, publishRules } from '../payments/rules/rule.ts';
import { Refusal } from '../refusal.ts';
import { type Proposal, type ProposalKind, readProposal } from '../staff/proposals.ts';

/** Kinds of proposals that a job publishes in the book. */
export type PublishedKind = Extract<ProposalKind, 'table' | 'money-rule' | 'lottery' | 'retirement' | 'stop'>;

const PUBLISHED: readonly string[] = ['table', 'money-rule', 'lottery', 'retirement', 'stop'] satisfies PublishedKind[];

export function isPublished(what: string): what is PublishedKind {
  return PUBLISHED.includes(what);
}

/**
 * Throws if a proposal cannot be published now, so that it cannot be confirmed: `table-bad`, `rule-bad`, or the
 * refusals of `refuseImpossibleStop`.
 */
export async function refuseUnpublishable(tx: Tx, { what, subject, body }: Proposal): Promise<void> {
  if (what === 'money-rule') await refusingRules(() => assertPossible(rulePlanOf(body as ProposedRule)));
  if (what === 'lottery') await newLotteryEntry(tx.q, body as ProposedLottery, await amountInReach(tx.q));
  if (what === 'retirement') await retirableLottery(tx.q, subject);
  if (what === 'stop') await refuseImpossibleStop(tx.q, subject, body as ProposedStop);
  if (what !== 'table') return;
  const entry = await proposedEntry(tx.q, subject, body as ProposedOdds, await amountInReach(tx.q));
  await refusingTables(() => firstPeriodOf(tx.q, entry));
}

/**
 * Publishes a confirmed table, rule, lottery, retirement or stop, unless it is already published. The caller must
 * publish a checkpoint after the commit. Throws `not-found` if the server did not write the proposal or nobody
 * confirmed it. Throws `table-bad` and `rule-bad`.
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
  if (what === 'retirement') return retireLottery(tx, subject, proposalId);
  if (what === 'stop') return stopBetting(tx, proposalId);
  if (what === 'lottery') return openLottery(tx, body as ProposedLottery, await amountInReach(tx.q), proposalId);
  const entry = await proposedEntry(tx.q, subject, body as ProposedOdds, await amountInReach(tx.q));
  await refusingTables(() => writeTable(tx, entry, { proposalId }));
}

/** When a published change comes into force. Null before it is published. */
export async function inForceFromMs(q: Db | Tx['q'], what: PublishedKind, proposalId: string): Promise<number | null> {
  if (what === 'money-rule') {
    const rule = await q
      .selectFrom('payments.rule')
      .select('from_at')
      .where('proposal_id', '=', proposalId)
      .executeTakeFirst();
    return rule?.from_at.getTime() ?? null;
  }
  if (what === 'stop') {
    const stop = await q
      .selectFrom('lottery.stop')
      .select('from_at')
      .where('proposal_id', '=', proposalId)
      .executeTakeFirst();
    return stop?.from_at.getTime() ?? null;
  }
  if (what === 'retirement') {
    const end = await q
      .selectFrom('lottery.retirement as r')
      .innerJoin('lottery.lottery as l', 'l.id', 'r.lottery_id')
      .select(['r.from_period', 'l.period_seconds'])
      .where('r.proposal_id', '=', proposalId)
      .executeTakeFirst();
    return end ? openTime(Number(end.from_period), end.period_seconds) * 1_000 : null;
  }
  const table = await q
    .selectFrom('lottery.odds_table as t')
    .innerJoin('lottery.lottery as l', 'l.id', 't.lottery_id')
    .select(['t.first_period', 'l.period_seconds'])
    .where('t.proposal_id', '=', proposalId)
    .executeTakeFirst();
  return table ? openTime(Number(table.first_period), table.period_seconds) * 1_000 : null;
}
