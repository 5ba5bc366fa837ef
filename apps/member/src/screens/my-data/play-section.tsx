import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { playSignsQuery } from '../../api/account/play-signs.ts';
import type { PlaySigns } from '../../api/shared/types.ts';
import listStyles from '../../features/lists/list.module.css';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Pill } from '../../ui/pill/pill.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './my-data.module.css';
import { SuggestedLimit } from './suggested-limit.tsx';
import { useSignText } from './use-sign-text.ts';

/** Signs of harm in the member's own play, suggested limits, and the ways to limits, breaks and help. */
export function PlaySection() {
  const t = useTranslations('myData.play');
  const { data, error, refetch } = useQuery(playSignsQuery());
  return (
    <Section title={t('title')}>
      <p className={styles.soft}>{t('about')}</p>
      {data === undefined ? (
        error === null ? (
          <Skeleton blocks={[64]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.suggestions.map((suggestion) => (
            <SuggestedLimit key={suggestion.id} suggestion={suggestion} />
          ))}
          <Signs found={data} />
        </>
      )}
      <div className={styles.ways}>
        <ButtonLink look="quiet" to={paths.limits()}>
          {t('limits')}
        </ButtonLink>
        <ButtonLink look="quiet" to={paths.playSafe()}>
          {t('help')}
        </ButtonLink>
      </div>
    </Section>
  );
}

function Signs({ found: { assessedAtMs, timeZone, signs } }: { found: PlaySigns }) {
  const t = useTranslations('myData.play');
  const times = useTimes();
  const textOf = useSignText(timeZone);
  if (assessedAtMs === null) return <p className={styles.soft}>{t('notYet')}</p>;
  const at = t('at', { day: times.day(assessedAtMs), time: times.time(assessedAtMs) });
  return (
    <>
      {signs.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ul className={listStyles.list}>
          {signs.map((sign) => (
            <li key={sign.kind} className={styles.row}>
              <span className={styles.words}>{textOf(sign)}</span>
              <Pill tone={sign.level === 'high' ? 'wait' : 'plain'}>{t(`level.${sign.level}`)}</Pill>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.small}>{at}</p>
    </>
  );
}
