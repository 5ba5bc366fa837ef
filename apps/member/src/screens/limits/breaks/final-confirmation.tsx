import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { selfExclude, takeTimeOut } from '../../../api/account/limits.ts';
import { serverClock } from '../../../api/shared/clock.ts';
import { keys } from '../../../api/shared/query-keys.ts';
import { HOUR_MS } from '../../../durations.ts';
import { FormProblem } from '../../../features/forms/form-problem.tsx';
import { useAct } from '../../../features/forms/use-act.ts';
import { storeLimits } from '../../../features/limits/store-limits.ts';
import { useSpanText } from '../../../features/limits/use-span-text.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SpendButton } from '../../../ui/button/spend-button.tsx';
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { type Break, FOR_EVER, MONTH_HOURS } from './break-spans.ts';
import styles from './breaks.module.css';

interface FinalConfirmationProps {
  chosen: Break;
  onBack(): void;
  onDone(): void;
}

/** Final step: the break cannot be undone and starts at once. */
export function FinalConfirmation({ chosen: { kind, span }, onBack, onDone }: FinalConfirmationProps) {
  const t = useTranslations('limits');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { day, minute } = useTimes();
  const spanText = useSpanText();
  const [payOut, setPayOut] = useState(false);
  const hours = kind === 'time-out' ? span : span * MONTH_HOURS;
  const isForEver = span === FOR_EVER;
  const untilMs = serverClock.now() + hours * HOUR_MS;
  const { busy, problemText, act } = useAct(async () => {
    storeLimits(
      client,
      kind === 'time-out' ? await takeTimeOut(span) : await selfExclude(isForEver ? null : span, payOut),
    );
    // The session is now restricted, so refetch the member.
    await client.refetchQueries({ queryKey: keys.me });
    onDone();
    void navigate(paths.restricted(), { replace: true });
  });
  const spanName = isForEver ? t('forEver') : kind === 'time-out' ? spanText.hours(span) : spanText.months(span);
  return (
    <div className={styles.sheet}>
      <p className={styles.span28}>{spanName}</p>
      <p>
        {isForEver
          ? t('sure.for-ever')
          : t(`sure.${kind}`, { until: kind === 'time-out' ? minute(untilMs) : day(untilMs) })}
      </p>
      <p className={styles.soft}>{t('goesOn')}</p>
      {kind === 'self-exclusion' ? (
        <Checkbox checked={payOut} onChange={(event) => setPayOut(event.target.checked)}>
          {t('payOut')}
        </Checkbox>
      ) : null}
      <div className={styles.foot}>
        <FormProblem text={problemText} />
        <SpendButton wide busy={busy} onClick={act}>
          {t(`begin.${kind}`)}
        </SpendButton>
        <Button wide look="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </div>
  );
}
