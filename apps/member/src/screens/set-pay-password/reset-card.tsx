import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { cancelFinanceReset } from '../../api/person.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { refetchPerson } from '../../features/person/refetch-person.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { say } from '../../ui/toast/toast.tsx';
import styles from './set-pay-password.module.css';

/** A reset that is under way: what will happen when, and how to stop it. */
export function ResetCard({ atMs }: { atMs: number }) {
  const t = useTranslations('finance');
  const { minute } = useTimes();
  const client = useQueryClient();
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function stop(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await cancelFinanceReset();
      await refetchPerson(client);
      say(t('resetStopped'));
    } catch (error) {
      setProblem(text(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.reset} aria-label={t('resetTitle')}>
      <h2 className={styles.resetTitle}>{t('resetTitle')}</h2>
      <p>{t('resetText', { time: minute(atMs) })}</p>
      <FormProblem text={problem} />
      <Button look="quiet" busy={busy} onClick={() => void stop()}>
        {t('resetStop')}
      </Button>
    </section>
  );
}
