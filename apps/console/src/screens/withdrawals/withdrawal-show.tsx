import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ReviewedWithdrawal } from '../../api/money/withdrawals.ts';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { CopyId } from '../../features/members/copy-id.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { Due } from './due.tsx';
import { ReviewBar } from './review-bar.tsx';
import { ReviewFlagList } from './review-flag-list.tsx';
import { ReviewHistory } from './review-history.tsx';
import { STATE_TONE } from './state-tone.ts';
import { useWithdrawalQueue } from './use-withdrawal-queue.ts';

/** One withdrawal: its member, facts, review flags, reviews and the decision. */
export function WithdrawalShow() {
  return (
    <ShowPage<ReviewedWithdrawal>>
      {(withdrawal) => <Withdrawal key={withdrawal.key} withdrawal={withdrawal} />}
    </ShowPage>
  );
}

function Withdrawal({ withdrawal }: { withdrawal: ReviewedWithdrawal & { key: string } }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const may = useMay();
  const queue = useWithdrawalQueue();
  const [isDecided, setIsDecided] = useState(false);
  const { state, reviewFlags, holder, payee, memberId, userName } = withdrawal;
  const isOpen = state === 'in-review';
  const mayDecide = may('POST /api/console/members/{memberId}/withdrawals/{id}/approve');
  return (
    <DecisionPage
      back={{ to: '/withdrawals', name: t('withdrawals.title') }}
      title={t('withdrawals.one', { amount: money(withdrawal.amountMinor) })}
      about={t('withdrawals.inWords', {
        ...{ name: userName, holder, payee: `${payee.bankName} ${payee.masked}` },
        since: times.distance(withdrawal.submittedAtMs, Date.now()),
      })}
      state={<StateChip tone={STATE_TONE[state]} label={t(`withdrawals.state.${state}`)} />}
      member={{ id: memberId, userName }}
    >
      {isOpen ? (
        <Section title={t('withdrawals.hints')}>
          <ReviewFlagList hints={reviewFlags} holder={holder} />
        </Section>
      ) : null}
      <WhatItIs withdrawal={withdrawal} />
      <ReviewHistory reviews={withdrawal.reviews} refusal={withdrawal.refusal} />
      {isOpen ? <ReviewBar withdrawal={withdrawal} onDecided={() => setIsDecided(true)} /> : null}
      {mayDecide && (isOpen || isDecided) ? (
        <NextItem queue={queue} current={withdrawal.key} isDecided={isDecided} />
      ) : null}
      <Steps steps={withdrawal.steps} />
    </DecisionPage>
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
        <Fact label={t('withdrawals.submitted')}>{times.minute(withdrawal.submittedAtMs)}</Fact>
        {state === 'in-review' && reviewDueAtMs !== null ? (
          <Fact label={t('withdrawals.dueLong')}>
            <Due dueAtMs={reviewDueAtMs} held={legalHold !== null} />
          </Fact>
        ) : null}
        {withdrawal.traceRef === null ? null : (
          <Fact label={t('withdrawals.traceRef')}>
            <Copied text={withdrawal.traceRef} />
          </Fact>
        )}
        {withdrawal.providerRef === null ? null : (
          <Fact label={t('withdrawals.providerRef')}>
            <Copied text={withdrawal.providerRef} />
          </Fact>
        )}
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

/** A reference with a button that copies it. */
function Copied({ text }: { text: string }) {
  return (
    <>
      <bdi dir="ltr">{text}</bdi> <CopyId id={text} name={text} />
    </>
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
