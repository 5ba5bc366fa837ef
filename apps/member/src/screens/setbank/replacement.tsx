import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { dropNextPayee } from '../../api/money/payee.ts';
import type { Payee } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { PayeeCard } from '../../features/person/payee-card.tsx';
import { refetchPerson } from '../../features/person/refetch-person.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Section } from '../../ui/section/section.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './setbank.module.css';

/** The pending replacement payee, with a button to cancel it if the member did not request it. */
export function Replacement({ payee }: { payee: Payee }) {
  const t = useTranslations('payee');
  const { minute } = useTimes();
  const client = useQueryClient();
  const { busy, problemText, act } = useAct(async () => {
    await dropNextPayee();
    await refetchPerson(client);
    say(t('stopped'));
  });

  return (
    <Section title={t('next')}>
      <PayeeCard payee={payee}>
        <p className={styles.until}>{t('from', { time: minute(payee.activeAtMs) })}</p>
        <FormProblem text={problemText} />
        <SpendButton wide look="quiet" busy={busy} onClick={act}>
          {t('stop')}
        </SpendButton>
      </PayeeCard>
    </Section>
  );
}
