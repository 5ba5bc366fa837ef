import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReviewedWithdrawal } from '../../api/money/withdrawals.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberLink } from '../../features/members/member-link.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { Due } from './due.tsx';
import { ReviewBar } from './review-bar.tsx';
import { ReviewFlagList } from './review-flag-list.tsx';
import { ReviewHistory } from './review-history.tsx';
import { STATE_TONE } from './state-tone.ts';

/** One withdrawal: facts, review flags, reviews and actions. */
export function WithdrawalShow() {
  return <ShowPage<ReviewedWithdrawal>>{(withdrawal) => <Withdrawal withdrawal={withdrawal} />}</ShowPage>;
}

function Withdrawal({ withdrawal }: { withdrawal: ReviewedWithdrawal & { key: string } }) {
  const t = useText();
  const money = useMoney();
  const { state, reviewFlags, holder } = withdrawal;
  return (
    <Stack spacing={2}>
      <BackLink to="/withdrawals">{t('withdrawals.title')}</BackLink>
      <PageHead title={t('withdrawals.one', { amount: money(withdrawal.amountMinor) })}>
        <StateChip tone={STATE_TONE[state]} label={t(`withdrawals.state.${state}`)} />
      </PageHead>
      {state === 'in-review' ? <ReviewBar withdrawal={withdrawal} /> : null}
      <WhatItIs withdrawal={withdrawal} />
      {state === 'in-review' ? (
        <Section title={t('withdrawals.hints')}>
          <ReviewFlagList hints={reviewFlags} holder={holder} />
        </Section>
      ) : null}
      <ReviewHistory reviews={withdrawal.reviews} refusal={withdrawal.refusal} />
      <Steps steps={withdrawal.steps} />
    </Stack>
  );
}

function WhatItIs({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const { payee, holder, reviewDueAtMs, legalHold, state } = withdrawal;
  return (
    <Section title={t('withdrawals.what')}>
      <Facts>
        <Fact label={t('withdrawals.amount')}>{money(withdrawal.amountMinor)}</Fact>
        <Fact label={t('withdrawals.holder')}>{holder}</Fact>
        <Fact label={t('withdrawals.payee')}>{`${payee.bankName} ${payee.masked}`}</Fact>
        <Fact label={t('withdrawals.member')}>
          <MemberLink memberId={withdrawal.memberId}>{withdrawal.userName}</MemberLink>
        </Fact>
        <Fact label={t('withdrawals.submitted')}>{times.exact(withdrawal.submittedAtMs)}</Fact>
        {state === 'in-review' && reviewDueAtMs !== null ? (
          <Fact label={t('withdrawals.dueLong')}>
            <Due dueAtMs={reviewDueAtMs} held={legalHold !== null} />
          </Fact>
        ) : null}
        <Fact label={t('withdrawals.people')}>{withdrawal.peopleToApprove}</Fact>
        {legalHold ? (
          <Fact label={t('withdrawals.legalHold')}>
            {`${legalHold.authority}, ${legalHold.reference}, ${times.minute(legalHold.expiresAtMs)}`}
          </Fact>
        ) : null}
      </Facts>
    </Section>
  );
}

function Steps({ steps }: { steps: ReviewedWithdrawal['steps'] }) {
  const t = useText();
  const times = useTimes();
  return (
    <Section title={t('withdrawals.steps')}>
      <Stack component="ol" spacing={0.5} sx={{ m: 0, pl: 2.5 }}>
        {steps.map(({ state, atMs }) => (
          <Typography component="li" key={`${state} ${atMs}`}>
            {t(`withdrawals.state.${state}`)} · {times.exact(atMs)}
          </Typography>
        ))}
      </Stack>
    </Section>
  );
}
