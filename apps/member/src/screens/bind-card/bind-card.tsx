import CreditCard from 'lucide-react/icons/credit-card';
import { useTranslations } from 'use-intl';
import type { Person } from '../../api/shared/types.ts';
import { Checklist } from '../../features/person/checklist.tsx';
import { useReturnPath } from '../../features/person/use-return-path.ts';
import { WithPerson } from '../../features/person/with-person.tsx';
import { IdleLock } from '../../features/session/idle-lock.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Wizard } from './wizard.tsx';

/** Adds the card or account for payouts. */
export function BindCard() {
  const t = useTranslations();
  const { to, goBack } = useReturnPath(paths.setbank());
  return (
    <WithPerson title={t('titles.bindCard')} back={to} blocks={[48, 76, 76, 76]}>
      {(person) => <Ready person={person} to={to} onDone={goBack} />}
    </WithPerson>
  );
}

function Ready({ person, to, onDone }: { person: Person; to: string; onDone(): void }) {
  const t = useTranslations('bind');
  const { realName, financePassword, payee, mayReplacePayee } = person;
  if (payee !== null && !mayReplacePayee) {
    return (
      <Notice
        sign={<CreditCard size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('boundTitle')}
        actions={<ButtonLink to={paths.setbank(to)}>{t('toBound')}</ButtonLink>}
      >
        <p>{t('boundText')}</p>
      </Notice>
    );
  }
  if (realName === null || !financePassword.set) {
    return (
      <Checklist
        ready={{ realName: realName !== null, financePassword: financePassword.set, payee: false }}
        from={paths.bindCard(to)}
        title={t('firstTitle')}
        text={t('firstText')}
      />
    );
  }
  return (
    <>
      <Wizard realName={realName} replaces={payee !== null} onDone={onDone} />
      <IdleLock />
    </>
  );
}
