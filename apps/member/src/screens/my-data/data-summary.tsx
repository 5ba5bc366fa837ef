import Bell from 'lucide-react/icons/bell';
import Dices from 'lucide-react/icons/dices';
import Devices from 'lucide-react/icons/monitor-smartphone';
import UserRound from 'lucide-react/icons/user-round';
import Wallet from 'lucide-react/icons/wallet';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import listStyles from '../../features/lists/list.module.css';
import { Section } from '../../ui/section/section.tsx';
import styles from './my-data.module.css';

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

const KINDS = ['person', 'money', 'bets', 'signIns', 'told'] as const;
const ICONS: Record<(typeof KINDS)[number], ReactNode> = {
  person: <UserRound {...ICON} />,
  money: <Wallet {...ICON} />,
  bets: <Dices {...ICON} />,
  signIns: <Devices {...ICON} />,
  told: <Bell {...ICON} />,
};

/** Summary of the kinds of stored data. The downloads contain all of it. */
export function DataSummary() {
  const t = useTranslations('myData.held');
  return (
    <Section title={t('title')}>
      <ul className={listStyles.list}>
        {KINDS.map((kind) => (
          <li key={kind} className={styles.row}>
            <span className={styles.icon}>{ICONS[kind]}</span>
            <span className={styles.words}>
              <span className={styles.name}>{t(`${kind}.name`)}</span>
              <span className={styles.soft}>{t(`${kind}.text`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
