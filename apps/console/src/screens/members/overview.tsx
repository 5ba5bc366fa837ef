import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { Member } from '../../api/members/members.ts';
import type { Act } from '../../api/staff/session.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { CopyId } from '../../features/members/copy-id.tsx';
import { listOfMember } from '../../features/members/member-filter.tsx';
import { useMay } from '../../features/session/store.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { Limits } from './limits.tsx';
import { SessionList } from './session-list.tsx';
import { Suspensions } from './suspensions.tsx';
import { WaitingCorrections } from './waiting-corrections.tsx';

/** Identity, balance, payout card, limits and sessions of a member. */
export function Overview({ member }: { member: Member }) {
  return (
    <Stack spacing={2}>
      <WaitingCorrections waiting={member.waitingCorrections} />
      <Who member={member} />
      <Money member={member} />
      <Videos member={member} />
      <Suspensions suspensions={member.suspensions} />
      <Limits limits={member.limits} />
      <SessionList sessions={member.sessions} />
    </Stack>
  );
}

function Who({ member }: { member: Member }) {
  const t = useText();
  const times = useTimes();
  return (
    <Section title={t('members.who')}>
      <Facts>
        <Fact label={t('members.userName')}>
          <NameAndId name={member.userName} id={member.id} />
        </Fact>
        <Fact label={t('members.joined')}>{times.exact(member.joinedAtMs)}</Fact>
        <Fact label={t('members.realName')}>{member.realName ?? '–'}</Fact>
        <Fact label={t('members.birthDate')}>{member.birthDate}</Fact>
        <Fact label={t('members.level')}>{member.level}</Fact>
      </Facts>
    </Section>
  );
}

function NameAndId({ name, id }: { name: string; id: string }) {
  return (
    <>
      {name}
      <CopyId id={id} name={name} />
    </>
  );
}

function Money({ member }: { member: Member }) {
  const t = useText();
  const money = useMoney();
  const { payee, nextPayee } = member;
  return (
    <Section title={t('members.money')}>
      <Facts>
        <Fact label={t('members.available')}>{money(member.availableMinor)}</Fact>
        <Fact label={t('members.held')}>{money(member.heldMinor)}</Fact>
        <Fact label={t('members.netDeposits')}>{money(member.netDepositsMinor)}</Fact>
        <Fact label={t('members.payee')}>{payee ? <PayeeText payee={payee} /> : t('members.noPayee')}</Fact>
        {nextPayee ? (
          <Fact label={t('members.nextPayee')}>
            <PayeeText payee={nextPayee} />
          </Fact>
        ) : null}
        <Fact label={t('members.financePassword')}>
          <FinancePassword state={member.financePassword} />
        </Fact>
      </Facts>
      <Stack direction="row" useFlexGap spacing={2} sx={{ mt: 2, flexWrap: 'wrap' }}>
        <PartLink needs="GET /api/console/withdrawals" to={listOfMember('withdrawals', member.id)}>
          {t('members.toWithdrawals')}
        </PartLink>
        <PartLink needs="GET /api/console/complaints" to={listOfMember('complaints', member.id)}>
          {t('members.toComplaints')}
        </PartLink>
        <PartLink needs="GET /api/console/desk/threads" to={listOfMember('desk', member.id)}>
          {t('members.toDesk')}
        </PartLink>
        <PartLink
          needs="GET /api/console/members/{memberId}/legal-holds"
          to={`/legal-holds?${new URLSearchParams({ member: member.id })}`}
        >
          {t('members.toHolds')}
        </PartLink>
      </Stack>
    </Section>
  );
}

/** The member's purchases, and their own switch for films, which staff cannot change. */
function Videos({ member }: { member: Member }) {
  const t = useText();
  return (
    <Section title={t('videos.title')}>
      <Facts>
        <Fact label={t('members.videoAccess')}>{t(member.videoAccess ? 'members.videoOn' : 'members.videoOff')}</Fact>
      </Facts>
      <Stack direction="row" sx={{ mt: 2 }}>
        <PartLink needs="GET /api/console/purchases" to={listOfMember('purchases', member.id)}>
          {t('purchases.title')}
        </PartLink>
      </Stack>
    </Section>
  );
}

function PayeeText({ payee }: { payee: NonNullable<Member['payee']> }) {
  const t = useText();
  const times = useTimes();
  const isLater = payee.activeAtMs > Date.now();
  return (
    <>
      {`${payee.holder}, ${payee.bankName} ${payee.masked}`}
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {t(isLater ? 'members.payeeFrom' : 'members.payeeSince', { at: times.minute(payee.activeAtMs) })}
      </Typography>
    </>
  );
}

function FinancePassword({ state }: { state: Member['financePassword'] }) {
  const t = useText();
  const times = useTimes();
  const { set, lockedUntilMs, resetAtMs } = state;
  if (resetAtMs !== null) return t('members.financeReset', { at: times.minute(resetAtMs) });
  if (!set) return t('members.financeNone');
  const isLocked = lockedUntilMs !== null && lockedUntilMs > Date.now();
  return isLocked ? t('members.financeLocked', { until: times.minute(lockedUntilMs) }) : t('members.financeSet');
}

function PartLink({ needs, to, children }: { needs: Act; to: string; children: string }) {
  const may = useMay();
  if (!may(needs)) return null;
  return (
    <Link component={RouterLink} to={to}>
      {children}
    </Link>
  );
}
