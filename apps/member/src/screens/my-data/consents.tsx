import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { consentsQuery } from '../../api/account/my-data.ts';
import listStyles from '../../features/lists/list.module.css';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './my-data.module.css';

/** The member's consents, with dates. */
export function Consents() {
  const t = useTranslations('myData.consents');
  const times = useTimes();
  const { data, error, refetch } = useQuery(consentsQuery());
  return (
    <Section title={t('title')} more={{ to: paths.agreement(), label: t('read') }}>
      {data === undefined ? (
        error === null ? (
          <Skeleton blocks={[64]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <p className={styles.soft}>{t('none')}</p>
      ) : (
        <ul className={listStyles.list}>
          {data.items.map(({ kind, version, atMs }) => (
            <li key={`${kind}-${version}`} className={styles.row}>
              <span className={styles.words}>
                <span className={styles.name}>{t(`kind.${kind}`, { version })}</span>
                <span className={styles.soft}>{t('agreedAt', { day: times.day(atMs), time: times.time(atMs) })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
