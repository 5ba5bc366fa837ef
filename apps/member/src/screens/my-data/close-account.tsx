import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { personQuery } from '../../api/account/person.ts';
import { walletQuery } from '../../api/money/wallet.ts';
import type { Me, Person, Wallet } from '../../api/shared/types.ts';
import { Checklist } from '../../features/person/checklist.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { CloseSheet } from './close-sheet.tsx';
import styles from './my-data.module.css';

const POINTS = ['paid', 'open', 'stop', 'read', 'good'] as const;

/** Explains what closing an account means, then offers it or lists unmet requirements. */
export function CloseAccount({ me }: { me: Me }) {
  const t = useTranslations('myData.close');
  const wallet = useQuery(walletQuery());
  const person = useQuery(personQuery());
  const error = wallet.error ?? person.error;
  return (
    <Section title={t('title')}>
      <ul className={styles.points}>
        {POINTS.map((point) => (
          <li key={point}>{t(`points.${point}`)}</li>
        ))}
      </ul>
      {wallet.data !== undefined && person.data !== undefined ? (
        <Way me={me} wallet={wallet.data} person={person.data} />
      ) : error === null ? (
        <Skeleton blocks={[48]} />
      ) : (
        <Failed error={error} onRetry={() => void Promise.all([wallet.refetch(), person.refetch()])} />
      )}
    </Section>
  );
}

function Way({ me, wallet, person }: { me: Me; wallet: Wallet; person: Person }) {
  const t = useTranslations('myData.close');
  const [open, setOpen] = useState(false);
  const { realName, financePassword, payee } = wallet.ready;
  // A payout card is only required for a balance.
  if (!realName || !financePassword || !(payee || me.availableMinor === '0')) {
    return (
      <div className={styles.needs}>
        <Checklist ready={wallet.ready} from={paths.myData()} title={t('needTitle')} text={t('needText')} />
      </div>
    );
  }
  return (
    <>
      <Button look="danger" wide onClick={() => setOpen(true)}>
        {t('start')}
      </Button>
      <CloseSheet open={open} availableMinor={me.availableMinor} payee={person.payee} onClose={() => setOpen(false)} />
    </>
  );
}
