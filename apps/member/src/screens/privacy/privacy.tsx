import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { privacyQuery } from '../../api/house/privacy.ts';
import type { Privacy } from '../../api/shared/types.ts';
import { languageOf } from '../../features/language/locales.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { CalledHosts } from './called-hosts.tsx';
import styles from './privacy.module.css';
import { StoredList } from './stored-list.tsx';

/** `/Privacy`: how the house uses data, what the app stores on this device, and which servers it calls. Public. */
export function PrivacyScreen() {
  const t = useTranslations('privacyPage');
  const { data, error, refetch } = useQuery(privacyQuery(useLocale()));
  return (
    <Screen title={t('title')} back={paths.home()} onRefresh={() => refetch({ throwOnError: true })}>
      <div className={styles.page}>
        {data !== undefined ? (
          <>
            <Texts privacy={data} />
            <StoredList />
            <CalledHosts hosts={data.hosts} />
          </>
        ) : error === null ? (
          <Skeleton blocks={[160, 160, 120]} />
        ) : (
          <>
            <Failed error={error} onRetry={() => void refetch()} />
            <StoredList />
          </>
        )}
      </div>
    </Screen>
  );
}

function Texts({ privacy: { locale, sections } }: { privacy: Privacy }) {
  return sections.map(({ id, title, paragraphs }) => (
    <section key={id} id={id} className={styles.text} lang={locale} dir={languageOf(locale)?.dir}>
      <h2 className={styles.title}>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ));
}
