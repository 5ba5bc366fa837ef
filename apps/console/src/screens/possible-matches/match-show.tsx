import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { type PossibleMatch, possibleMatchesApi } from '../../api/members/possible-matches.ts';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberName } from '../../features/members/member-name.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { DecideBar } from './decide-bar.tsx';
import { VerdictChip } from './verdict-chip.tsx';

/** A pair of accounts that may belong to one person: both side by side, and the decision. */
export function MatchShow() {
  return <ShowPage<PossibleMatch>>{(match) => <Match key={match.key} match={match} />}</ShowPage>;
}

function Match({ match }: { match: PossibleMatch & { key: string } }) {
  const t = useText();
  const may = useMay();
  const [isDecided, setIsDecided] = useState(false);
  const { key, memberId, verdict } = match;
  const mayDecide = may('POST /api/console/members/{memberId}/possible-matches/{id}/decide');
  const userName = match.userName || t('names.unknownMember');
  const other = match.otherUserName || t('names.unknownMember');
  return (
    <DecisionPage
      back={{ to: '/possible-matches', name: t('matches.title') }}
      title={t('matches.one', { name: userName, other })}
      about={t(match.otherExcluded ? 'matches.inWords' : 'matches.inWordsEnded', { name: userName, other })}
      state={<VerdictChip verdict={verdict} />}
      member={{ id: memberId, userName: match.userName }}
    >
      <Both match={match} />
      {verdict === null && mayDecide ? <DecideBar match={match} onDecided={() => setIsDecided(true)} /> : null}
      {verdict === null && !mayDecide ? (
        <Alert severity="info" variant="outlined">
          {t('matches.readOnly')}
        </Alert>
      ) : null}
      {mayDecide && (verdict === null || isDecided) ? (
        <NextItem queue={MATCHES} current={key} isDecided={isDecided} />
      ) : null}
    </DecisionPage>
  );
}

/** The account to check beside the excluded one, and how the pair was found. */
function Both({ match }: { match: PossibleMatch }) {
  const t = useText();
  const times = useTimes();
  const { decidedAtMs, decidedBy } = match;
  const excludedUntil = ({ otherExcluded, otherUntilMs }: PossibleMatch) => {
    if (!otherExcluded) return t('matches.ended');
    return otherUntilMs === null ? t('members.break.for-ever') : times.exact(otherUntilMs);
  };
  return (
    <Section title={t('matches.both')}>
      <Facts>
        <Fact label={t('matches.account')}>
          <MemberName memberId={match.memberId} name={match.userName} />
        </Fact>
        <Fact label={t('matches.accountName')}>{match.realName ?? t('matches.erased')}</Fact>
        <Fact label={t('matches.found')}>{times.exact(match.foundAtMs)}</Fact>
        <Fact label={t('matches.excluded')}>
          <MemberName memberId={match.otherId} name={match.otherUserName} />
        </Fact>
        <Fact label={t('matches.excludedName')}>{match.otherRealName ?? t('matches.erased')}</Fact>
        <Fact label={t('matches.until')}>{excludedUntil(match)}</Fact>
        {decidedAtMs === null ? null : (
          <Fact label={t('matches.decided')}>{`${decidedBy ?? '–'} · ${times.exact(decidedAtMs)}`}</Fact>
        )}
      </Facts>
    </Section>
  );
}

/** Pairs without a decision, oldest first. */
const MATCHES: DecisionQueue<PossibleMatch> = {
  page: 'possible-matches',
  api: possibleMatchesApi,
  filter: { state: 'open' },
  isOpenTo: () => true,
  nameOf: ({ userName, otherUserName }) => `${userName}, ${otherUserName}`,
};
