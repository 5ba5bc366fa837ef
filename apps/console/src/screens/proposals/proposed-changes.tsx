import type { NewLottery, Odds } from '../../api/house/lotteries.ts';
import type { ProposedStop as Stop } from '../../api/house/stops.ts';
import type { Proposal } from '../../api/staff/proposals.ts';
import type { RuleValues } from '../../features/rules/rule-fields.ts';
import { stateOf } from './proposal-state.ts';
import { ProposedCorrection, type ProposedCorrectionProps } from './proposed-correction.tsx';
import { ProposedLottery } from './proposed-lottery.tsx';
import { ProposedPage } from './proposed-page.tsx';
import { ProposedRefund, type ProposedRefundProps } from './proposed-refund.tsx';
import { ProposedReopening } from './proposed-reopening.tsx';
import { ProposedRetirement } from './proposed-retirement.tsx';
import { ProposedRule } from './proposed-rule.tsx';
import { ProposedStop } from './proposed-stop.tsx';
import { ProposedTable } from './proposed-table.tsx';

/** What a proposal changes, by its kind. */
export function ProposedChanges({ proposal }: { proposal: Proposal }) {
  const { what, subject, body } = proposal;
  if (what === 'lottery') return <ProposedLottery lottery={body as NewLottery} open={stateOf(proposal) === 'open'} />;
  if (what === 'retirement') return <ProposedRetirement lotteryKey={subject} />;
  if (what === 'stop') return <ProposedStop subject={subject} stop={body as Stop} />;
  return what === 'table' ? (
    <ProposedTable lotteryKey={subject} odds={body as Odds} open={stateOf(proposal) === 'open'} />
  ) : what === 'money-rule' ? (
    <ProposedRule rule={body as RuleValues} />
  ) : what === 'purchase-refund' ? (
    <ProposedRefund member={proposal.member} refund={body as ProposedRefundProps['refund']} />
  ) : what === 'correction' ? (
    <ProposedCorrection
      id={proposal.id}
      member={proposal.member}
      correction={body as ProposedCorrectionProps['correction']}
    />
  ) : what === 'reopening' ? (
    <ProposedReopening subject={subject} faults={(body as { faults: number }).faults} />
  ) : (
    <ProposedPage url={(body as { url: string }).url} />
  );
}
