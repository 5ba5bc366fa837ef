import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { houseFilmsQuery } from '../../api/house/house.ts';
import { usePriceText } from '../../features/house/use-price-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './house.module.css';

const CONTENT = ['lawful', 'adult', 'rights', 'report'] as const;

/** Rules for films: access conditions, age limits, and what is never shown. */
export function Films() {
  const t = useTranslations('house.films');
  const price = usePriceText();
  const { data, error, refetch } = useQuery(houseFilmsQuery());
  return (
    <Section title={t('title')} more={{ to: paths.video(), label: t('more') }}>
      <div className={styles.card}>
        {data !== undefined ? (
          <>
            <p>
              {data.balanceMinor === null ? t('free') : t('balance', { amount: price(data.balanceMinor) })} {t('own')}
            </p>
            <p className={styles.soft}>{t('start', { seconds: Math.round(data.startMs / 1_000) })}</p>
            <p className={styles.soft}>{t('ages', { ages: data.ages.join(' · ') })}</p>
          </>
        ) : error === null ? (
          <Skeleton blocks={[60]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
        <ul className={styles.points}>
          {CONTENT.map((rule) => (
            <li key={rule}>{t(`content.${rule}`)}</li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
