import CreditCard from 'lucide-react/icons/credit-card';
import { useTranslations } from 'use-intl';
import type { Person } from '../../api/shared/types.ts';
import { PayeeCard } from '../../features/person/payee-card.tsx';
import { ROUND_TRIP, useReturnPath } from '../../features/person/use-return-path.ts';
import { WithPerson } from '../../features/person/with-person.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { Replacement } from './replacement.tsx';
import styles from './setbank.module.css';

/** The card or account that receives payouts, and its pending replacement. */
export function Setbank() {
  const t = useTranslations();
  const { to } = useReturnPath(paths.infomation());
  return (
    <WithPerson title={t('titles.setbank')} back={to} blocks={[210, 96]}>
      {(person) => (person.payee === null ? <None /> : <Bound person={person} payee={person.payee} />)}
    </WithPerson>
  );
}

function None() {
  const t = useTranslations('payee');
  return (
    <Notice
      sign={<CreditCard size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('none')}
      actions={
        <ButtonLink to={paths.bindCard(paths.setbank())} state={ROUND_TRIP}>
          {t('bind')}
        </ButtonLink>
      }
    >
      <p>{t('noneText')}</p>
    </Notice>
  );
}

function Bound({ person, payee }: { person: Person; payee: NonNullable<Person['payee']> }) {
  const t = useTranslations('payee');
  const { minute } = useTimes();
  const { nextPayee, mayReplacePayee } = person;
  return (
    <div className={styles.page}>
      <PayeeCard payee={payee}>
        {nextPayee === null ? null : (
          <p className={styles.until}>{t('until', { time: minute(nextPayee.activeAtMs) })}</p>
        )}
      </PayeeCard>
      {nextPayee === null ? null : <Replacement payee={nextPayee} />}
      {nextPayee !== null ? null : mayReplacePayee ? (
        <section className={styles.how}>
          <p>{t('mayReplace')}</p>
          <ButtonLink wide to={paths.bindCard(paths.setbank())} state={ROUND_TRIP}>
            {t('bindOther')}
          </ButtonLink>
        </section>
      ) : (
        <section className={styles.how}>
          <h2>{t('howTitle')}</h2>
          <p>{t('howText')}</p>
        </section>
      )}
    </div>
  );
}
