import { useTranslations } from 'use-intl';
import type { House } from '../../api/shared/types.ts';
import { FundsRating } from '../../features/house/funds-rating.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { Pill } from '../../ui/pill/pill.tsx';
import { Section } from '../../ui/section/section.tsx';
import styles from './house.module.css';
import { OutsideLink } from './outside-link.tsx';

/** Where members' money is, and what the house owes them. */
export function Funds({ house }: { house: House }) {
  const t = useTranslations('house.funds');
  const { funds, mode, liabilities } = house;
  return (
    <Section title={t('title')}>
      <div className={styles.card}>
        {mode === 'play' ? <p>{t('playText')}</p> : null}
        {funds === null ? null : <FundsRating rating={funds.rating} />}
        {funds?.text ? (
          <p className={styles.said}>
            <bdi>{funds.text}</bdi>
          </p>
        ) : null}
        {funds?.link ? (
          <p>
            <OutsideLink href={funds.link}>{t('link')}</OutsideLink>
          </p>
        ) : null}
        <p className={styles.soft}>{t('owedText')}</p>
        <p className={styles.ways}>
          <Link to={paths.book({ tab: 'debts' })} className={styles.way}>
            {t('owed')}
          </Link>
          {liabilities.overdue ? <Pill tone="bad">{t('overdue')}</Pill> : null}
        </p>
      </div>
    </Section>
  );
}
