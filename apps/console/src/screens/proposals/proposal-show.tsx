import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from 'react-router';
import type { Proposal } from '../../api/staff/proposals.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { listOfMember } from '../../features/members/member-filter.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { DecideBar } from './decide-bar.tsx';
import { NotCarriedOut } from './not-carried-out.tsx';
import { PROPOSAL_TONE, stateOf } from './proposal-state.ts';
import { ProposedChanges } from './proposed-changes.tsx';
import type { ProposedCorrectionProps } from './proposed-correction.tsx';
import type { ProposedRefundProps } from './proposed-refund.tsx';
import { useProposalName } from './use-proposal-name.ts';

/** One proposal: author, time, reason, its changes, and the decision. */
export function ProposalShow() {
  return <ShowPage<Proposal>>{(proposal) => <Whole proposal={proposal} />}</ShowPage>;
}

function Whole({ proposal }: { proposal: Proposal }) {
  const t = useText();
  const times = useTimes();
  const name = useProposalName();
  const state = stateOf(proposal);
  const { decidedBy, decidedAtMs, decidedWhy } = proposal;
  const about = useAbout(proposal);
  return (
    <Stack spacing={2}>
      <BackLink to="/proposals">{t('proposals.title')}</BackLink>
      <PageHead title={name(proposal)}>
        <StateChip tone={PROPOSAL_TONE[state]} label={t(`proposals.state.${state}`)} />
      </PageHead>
      {state === 'open' ? <DecideBar proposal={proposal} /> : null}
      <NotCarriedOut what={proposal.what} refusal={proposal.refusal} />
      <Section title={t('proposals.who')}>
        <Facts>
          <Fact label={t('proposals.by')}>{proposal.proposedBy.name}</Fact>
          <Fact label={t('proposals.at')}>{times.exact(proposal.proposedAtMs)}</Fact>
          <Fact label={t('act.why')}>{proposal.why}</Fact>
          <Fact label={t('proposals.about')}>
            <Link component={RouterLink} to={about.to}>
              {about.name}
            </Link>
          </Fact>
          {decidedBy === null ? null : (
            <Fact label={t('proposals.decided')}>
              {`${decidedBy.name} · ${times.exact(decidedAtMs ?? proposal.proposedAtMs)}`}
            </Fact>
          )}
          {decidedWhy === null ? null : <Fact label={t('proposals.decidedWhy')}>{decidedWhy}</Fact>}
        </Facts>
      </Section>
      <Section title={t(state === 'open' ? 'proposals.changes' : 'proposals.differs')}>
        <ProposedChanges proposal={proposal} />
      </Section>
    </Stack>
  );
}

/** Link to the subject of a proposal. */
function useAbout({ what, subject, body }: Proposal): { to: string; name: string } {
  const t = useText();
  if (what === 'table') return { to: `/lotteries/${subject}/show`, name: subject };
  if (what === 'purchase-refund') {
    const { memberId } = body as ProposedRefundProps['refund'];
    return { to: listOfMember('purchases', memberId), name: t('purchases.title') };
  }
  if (what === 'correction') {
    const { memberId } = body as ProposedCorrectionProps['correction'];
    return { to: `/members/${memberId}/show?part=statement`, name: t('members.part.statement') };
  }
  if (what === 'reopening') return { to: '/ledger-faults', name: t('faults.title') };
  return what === 'money-rule'
    ? { to: '/money-rule', name: t('rules.title') }
    : { to: '/service', name: t('service.title') };
}
