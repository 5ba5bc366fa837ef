import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslations } from 'use-intl';
import type { Lottery } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { LotteryIcon } from '../../ui/lottery-icon/lottery-icon.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Amount } from '../house/amount.tsx';
import styles from './suggested-table.module.css';

/** One table, suggested to a member without bets. It shows no countdown: nothing here is urgent. */
export function SuggestedTable({ lottery }: { lottery: Lottery }) {
  const t = useTranslations('welcome.suggested');
  return (
    <Section title={t('title')}>
      <Link to={paths.lottery(lottery.key)} className={styles.card}>
        <LotteryIcon name={lottery.icon} size={36} />
        <span className={styles.words}>
          <span className={styles.name}>{lottery.name}</span>
          <span className={styles.text}>
            {t.rich('stake', { amount: () => <Amount minor={lottery.stakeMinMinor} /> })}
          </span>
        </span>
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
      </Link>
    </Section>
  );
}
