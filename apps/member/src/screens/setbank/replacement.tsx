import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { dropNextPayee } from '../../api/payee.ts';
import type { Payee } from '../../api/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PayeeCard } from '../../features/person/payee-card.tsx';
import { refetchPerson } from '../../features/person/refetch-person.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Section } from '../../ui/section/section.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './setbank.module.css';

/** The one that waits its day, and the way to stop it: whoever did not ask for it must be able to. */
export function Replacement({ payee }: { payee: Payee }) {
  const t = useTranslations('payee');
  const { minute } = useTimes();
  const client = useQueryClient();
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function stop(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await dropNextPayee();
      await refetchPerson(client);
      say(t('stopped'));
    } catch (error) {
      setProblem(text(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title={t('next')}>
      <PayeeCard payee={payee}>
        <p className={styles.until}>{t('from', { time: minute(payee.activeAtMs) })}</p>
        <FormProblem text={problem} />
        <Button wide look="quiet" busy={busy} onClick={() => void stop()}>
          {t('stop')}
        </Button>
      </PayeeCard>
    </Section>
  );
}
