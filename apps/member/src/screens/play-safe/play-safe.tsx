import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { playSafeQuery } from '../../api/account/limits.ts';
import type { PlaySafe } from '../../api/shared/types.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { HelpOrganisations } from '../../features/limits/help-organisations.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './play-safe.module.css';

/** What playing costs over time, signs of harm, and what helps. Public. */
export function PlaySafeScreen() {
  const t = useTranslations('playSafe');
  const { data, error, refetch } = useQuery(playSafeQuery(useLocale()));
  return (
    <Screen title={t('title')} back={paths.home()} onRefresh={() => refetch({ throwOnError: true })}>
      <div className={styles.page}>
        {data !== undefined ? (
          <Texts sections={data.sections} />
        ) : error === null ? (
          <Skeleton blocks={[160, 160, 120]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
        <ButtonLink wide to={paths.limits()}>
          {t('limits')}
        </ButtonLink>
        <HelpOrganisations />
        <PlayNote />
      </div>
    </Screen>
  );
}

function Texts({ sections }: Pick<PlaySafe, 'sections'>) {
  return sections.map(({ title, paragraphs }) => (
    <Section key={title} title={title}>
      <div className={styles.text}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Section>
  ));
}
