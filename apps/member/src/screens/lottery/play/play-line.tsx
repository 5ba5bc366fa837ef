import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { playQuery } from '../../../api/account/limits.ts';
import { Amount } from '../../../features/house/amount.tsx';
import styles from './play-line.module.css';
import { usePlayedText } from './use-played-text.ts';

/** How long the member has played, and their net result. Renders nothing while no session runs. */
export function PlayLine() {
  const t = useTranslations('play');
  const play = useQuery(playQuery()).data;
  const played = usePlayedText(play?.startedAtMs ?? null);
  if (play === undefined || play.startedAtMs === null) return null;
  return (
    <p className={styles.line}>
      <span>{t('playing', { played })}</span>
      <span>
        {t.rich('net', {
          amount: () => <Amount minor={play.netMinor} sign="exceptZero" />,
        })}
      </span>
    </p>
  );
}
