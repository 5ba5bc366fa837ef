import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { type MemberSummary, readMemberSummary } from '../../api/members/members.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { useMoney } from '../format/use-money.ts';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';
import { LoadingList } from '../list/list-states.tsx';
import { listOfMember } from '../members/member-filter.tsx';
import { MemberName } from '../members/member-name.tsx';
import { useBreakText } from '../members/use-break-text.ts';
import { useLimitText } from '../members/use-limit-text.ts';
import { Failed } from '../problems/failed.tsx';
import { useMay } from '../session/store.ts';

interface MemberPanelProps {
  memberId: string;
  /** Absent: known once the summary is read. */
  userName?: string;
  /** Leaves the real name out, where staff compare what a visitor gives with it. */
  isNameHidden?: boolean;
}

/** The member of a decision. Roles that may not read members see the name alone. Each read is logged. */
export function MemberPanel({ memberId, userName, isNameHidden = false }: MemberPanelProps) {
  const t = useText();
  const mayRead = useMay()('GET /api/console/members/{memberId}/summary');
  const { data, error, refetch } = useQuery({
    queryKey: ['member-summary', memberId],
    queryFn: ({ signal }) => readMemberSummary(memberId, signal),
    enabled: mayRead,
    refetchOnWindowFocus: false,
  });
  const shown = userName ?? data?.userName;
  return (
    <Section title={t('decision.member')}>
      {shown === undefined ? null : (
        <Typography component="div" sx={{ fontWeight: 650, mb: 1.5 }}>
          <MemberName memberId={memberId} name={shown} />
        </Typography>
      )}
      {!mayRead ? null : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingList columns={1} />
      ) : (
        <SummaryFacts summary={data} isNameHidden={isNameHidden} />
      )}
    </Section>
  );
}

function SummaryFacts({ summary, isNameHidden }: { summary: MemberSummary; isNameHidden: boolean }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  return (
    <Facts>
      {isNameHidden ? null : <Fact label={t('members.realName')}>{summary.realName ?? t('members.noRealName')}</Fact>}
      <Fact label={t('decision.standing')}>
        {t('decision.standingText', { state: t(`members.state.${summary.state}`), level: summary.level })}
      </Fact>
      <Fact label={t('decision.since')}>{times.minute(summary.joinedAtMs)}</Fact>
      <Fact label={t('members.available')}>{money(summary.availableMinor)}</Fact>
      <Fact label={t('members.held')}>{money(summary.heldMinor)}</Fact>
      <Fact label={t('members.netDeposits')}>{money(summary.netDepositsMinor)}</Fact>
      <Fact label={t('decision.payouts')}>
        <Payouts payouts={summary.payouts} />
      </Fact>
      <Fact label={t('members.limits')}>
        <OwnLimits limits={summary.limits} />
      </Fact>
      <Fact label={t('decision.open')}>
        <OpenCases memberId={summary.id} open={summary.open} />
      </Fact>
    </Facts>
  );
}

function Payouts({ payouts: { paid, refused, last } }: Pick<MemberSummary, 'payouts'>) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  return (
    <>
      {t('decision.payoutCounts', { paid, refused })}
      {last.map(({ amountMinor, atMs }) => (
        <Small key={`${atMs} ${amountMinor}`}>{`${money(amountMinor)} · ${times.minute(atMs)}`}</Small>
      ))}
    </>
  );
}

function OwnLimits({ limits: { limits, exclusion } }: Pick<MemberSummary, 'limits'>) {
  const t = useText();
  const breakText = useBreakText();
  const limitText = useLimitText();
  const set = limits.filter(({ value }) => value !== null);
  return (
    <>
      {exclusion === null ? null : (
        <Typography component="span" sx={{ display: 'block', color: 'warning.main', fontWeight: 600 }}>
          {breakText(exclusion)}
        </Typography>
      )}
      {set.length === 0 ? t('members.noLimits') : null}
      {set.map(({ kind, value }) => (
        <Typography key={kind} component="span" sx={{ display: 'block' }}>
          {`${t(`members.limit.${kind}`)}: ${limitText(kind, value)}`}
        </Typography>
      ))}
    </>
  );
}

/** Links to the cases that have not ended. */
function OpenCases({ memberId, open }: { memberId: string; open: MemberSummary['open'] }) {
  const t = useText();
  const pages = {
    withdrawals: listOfMember('withdrawals', memberId),
    corrections: '/proposals',
    legalHolds: `/legal-holds?${new URLSearchParams({ member: memberId })}`,
    complaints: listOfMember('complaints', memberId),
    threads: listOfMember('desk', memberId),
  } as const;
  const names = (Object.keys(pages) as (keyof typeof pages)[]).filter((name) => (open[name] ?? 0) > 0);
  if (names.length === 0) return t('decision.noneOpen');
  return names.map((name) => (
    <Typography key={name} component="span" sx={{ display: 'block' }}>
      <Link component={RouterLink} to={pages[name]}>
        {t(`decision.openOf.${name}`, { count: open[name] ?? 0 })}
      </Link>
    </Typography>
  ));
}

function Small({ children }: { children: string }) {
  return (
    <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
}
