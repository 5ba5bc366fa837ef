import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { retentionQuery } from '../../api/account/my-data.ts';
import type { Retention } from '../../api/shared/types.ts';
import listStyles from '../../features/lists/list.module.css';
import { Failed } from '../../features/problems/failed.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './my-data.module.css';

/** Retention period of each kind of data after closing, with reason and what happens then. */
export function RetentionTable() {
  const t = useTranslations('myData.retention');
  const { data, error, refetch } = useQuery(retentionQuery());
  return (
    <Section title={t('title')}>
      <p className={styles.soft}>{t('text')}</p>
      {data === undefined ? (
        error === null ? (
          <Skeleton blocks={[76, 76, 76, 76]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ul className={listStyles.list}>
          {data.items.map((item) => (
            <RetentionRow key={item.kind} item={item} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function RetentionRow({ item: { kind, years, why, erased } }: { item: Retention }) {
  const t = useTranslations('myData.retention');
  return (
    <li className={styles.kept}>
      <span className={styles.name}>{t(`kind.${kind}`)}</span>
      <span className={styles.years}>{years === null ? t('always') : t('years', { years })}</span>
      <span className={styles.soft}>{t(`what.${kind}`)}</span>
      <span className={styles.soft}>
        {t(`why.${why}`)} {t(`erased.${erased}`)}
      </span>
    </li>
  );
}
