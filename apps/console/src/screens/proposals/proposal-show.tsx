import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { type Proposal, proposalsApi } from '../../api/staff/proposals.ts';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { listOfMember } from '../../features/members/member-filter.tsx';
import { useMay, useMe } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { FirstDecision } from '../../features/two-people/first-decision.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { DecideBar, movesMoney } from './decide-bar.tsx';
import { NotCarriedOut } from './not-carried-out.tsx';
import { PROPOSAL_TONE, stateOf } from './proposal-state.ts';
import { ProposedChanges } from './proposed-changes.tsx';
import type { ProposedCorrectionProps } from './proposed-correction.tsx';
import { ProposedOdds } from './proposed-odds.tsx';
import type { ProposedRefundProps } from './proposed-refund.tsx';
import { useProposalName } from './use-proposal-name.ts';

/** One proposal: author, reason, its changes, and the decision. */
export function ProposalShow() {
  return <ShowPage<Proposal>>{(proposal) => <Whole key={proposal.key} proposal={proposal} />}</ShowPage>;
}

function Whole({ proposal }: { proposal: Proposal & { key: string } }) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const name = useProposalName();
  const queue = useProposalQueue();
  const [isDecided, setIsDecided] = useState(false);
  const state = stateOf(proposal);
  const { member, proposedBy, proposedAtMs, why } = proposal;
  const mayDecide = may('POST /api/console/proposals/{id}/confirm');
  return (
    <DecisionPage
      back={{ to: '/proposals', name: t('proposals.title') }}
      title={name(proposal)}
      about={t('proposals.inWords', { name: proposedBy.name, at: times.minute(proposedAtMs) })}
      state={<StateChip tone={PROPOSAL_TONE[state]} label={t(`proposals.state.${state}`)} />}
      member={member === null ? null : { id: member.id, userName: member.name }}
    >
      <NotCarriedOut what={proposal.what} refusal={proposal.refusal} />
      <Section title={t(state === 'open' ? 'proposals.changes' : 'proposals.differs')}>
        <ProposedChanges proposal={proposal} />
      </Section>
      {state === 'open' ? <ProposedOdds proposal={proposal} /> : null}
      <Who proposal={proposal} />
      <Section title={t('proposals.firstWords')}>
        <FirstDecision name={proposedBy.name} what={t('proposals.proposedIt')} atMs={proposedAtMs} why={why} />
      </Section>
      {state === 'open' ? <DecideBar proposal={proposal} onDecided={() => setIsDecided(true)} /> : null}
      {mayDecide && (state === 'open' || isDecided) ? (
        <NextItem queue={queue} current={proposal.key} isDecided={isDecided} />
      ) : null}
    </DecisionPage>
  );
}

function Who({ proposal }: { proposal: Proposal }) {
  const t = useText();
  const times = useTimes();
  const about = useAbout(proposal);
  const { decidedBy, decidedAtMs, decidedWhy, proposedAtMs } = proposal;
  return (
    <Section title={t('proposals.who')}>
      <Facts>
        <Fact label={t('proposals.about')}>
          <Link component={RouterLink} to={about.to}>
            {about.name}
          </Link>
        </Fact>
        <Fact label={t('proposals.at')}>{times.exact(proposedAtMs)}</Fact>
        {decidedBy === null ? null : (
          <Fact label={t('proposals.decided')}>
            {`${decidedBy.name} · ${times.exact(decidedAtMs ?? proposedAtMs)}`}
          </Fact>
        )}
        {decidedWhy === null ? null : <Fact label={t('proposals.decidedWhy')}>{decidedWhy}</Fact>}
      </Facts>
    </Section>
  );
}

/** Open proposals of others that this role may decide. */
function useProposalQueue(): DecisionQueue<Proposal> {
  const name = useProposalName();
  const me = useMe();
  return {
    page: 'proposals',
    api: proposalsApi,
    filter: { state: 'open' },
    isOpenTo: ({ proposedBy, what }) => proposedBy.id !== me.id && (!movesMoney(what) || me.role === 'finance'),
    nameOf: (proposal) => (proposal.member === null ? name(proposal) : `${name(proposal)}, ${proposal.member.name}`),
  };
}

/** Link to the subject of a proposal. */
function useAbout({ what, subject, body }: Proposal): { to: string; name: string } {
  const t = useText();
  if (what === 'table' || what === 'retirement') return { to: `/lotteries/${subject}/show`, name: subject };
  if (what === 'stop') return { to: '/stops', name: t('stops.title') };
  if (what === 'lottery') return { to: '/lotteries', name: t('lotteries.title') };
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
