import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { confirmExclusionEnd, limitsQuery, requestExclusionEnd } from '../../api/account/limits.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Limits } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { storeLimits } from '../../features/limits/store-limits.ts';
import { useNow } from '../../features/live/now.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './restricted.module.css';

type Request = NonNullable<NonNullable<Limits['exclusion']>['endRequest']>;

/** The way out of a self-exclusion: not before `fromMs`, by a request, and a second yes a day later. */
export function EndOfExclusion({ fromMs }: { fromMs: number }) {
  const t = useTranslations('restricted.end');
  const { day } = useTimes();
  const may = useNow((nowMs) => nowMs >= fromMs);
  const exclusion = useQuery({ ...limitsQuery(), enabled: may }).data?.exclusion ?? null;
  if (!may) return <p className={styles.soft}>{t('later', { from: day(fromMs) })}</p>;
  if (exclusion === null) return null;
  return exclusion.endRequest === null ? <Ask /> : <Confirm request={exclusion.endRequest} />;
}

function Ask() {
  const t = useTranslations('restricted.end');
  const client = useQueryClient();
  const { busy, problemText, act } = useAct(async () => storeLimits(client, await requestExclusionEnd()));
  return (
    <>
      <p>{t('now')}</p>
      <FormProblem text={problemText} />
      <SpendButton wide look="quiet" busy={busy} onClick={act}>
        {t('ask')}
      </SpendButton>
    </>
  );
}

function Confirm({ request: { id, confirmableAtMs, confirmableUntilMs } }: { request: Request }) {
  const t = useTranslations('restricted.end');
  const client = useQueryClient();
  const { minute } = useTimes();
  const due = useNow((nowMs) => nowMs >= confirmableAtMs);
  const { busy, problemText, act } = useAct(async () => {
    storeLimits(client, await confirmExclusionEnd(id));
    await client.refetchQueries({ queryKey: keys.me });
  });
  if (!due) return <p>{t('asked', { from: minute(confirmableAtMs), until: minute(confirmableUntilMs) })}</p>;
  return (
    <>
      <p>{t('due', { until: minute(confirmableUntilMs) })}</p>
      <FormProblem text={problemText} />
      <SpendButton wide look="quiet" busy={busy} onClick={act}>
        {t('confirm')}
      </SpendButton>
    </>
  );
}
