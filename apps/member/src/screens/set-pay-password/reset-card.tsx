import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { cancelFinanceReset } from '../../api/account/person.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { refetchPerson } from '../../features/person/refetch-person.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { say } from '../../ui/toast/toast.tsx';
import styles from './set-pay-password.module.css';

/** A pending reset: what happens when, and how to cancel it. */
export function ResetCard({ atMs }: { atMs: number }) {
  const t = useTranslations('finance');
  const { minute } = useTimes();
  const client = useQueryClient();
  const { busy, problemText, act } = useAct(async () => {
    await cancelFinanceReset();
    await refetchPerson(client);
    say(t('resetStopped'));
  });

  return (
    <section className={styles.reset} aria-label={t('resetTitle')}>
      <h2 className={styles.resetTitle}>{t('resetTitle')}</h2>
      <p>{t('resetText', { time: minute(atMs) })}</p>
      <FormProblem text={problemText} />
      <SpendButton look="quiet" busy={busy} onClick={act}>
        {t('resetStop')}
      </SpendButton>
    </section>
  );
}
