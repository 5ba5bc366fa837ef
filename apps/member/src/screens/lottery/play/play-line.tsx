import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { playQuery } from '../../../api/account/limits.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { usePlayedText } from '../../../features/limits/use-played-text.ts';
import styles from './play-line.module.css';
import { settledNet } from './settled-net.ts';

/**
 * How long the member has played, the net result of settled bets, and the stakes of open ones. Renders nothing while no
 * session runs.
 */
export const PlayLine = memo(function PlayLine() {
  const t = useTranslations('play');
  const play = useQuery(playQuery()).data;
  const played = usePlayedText(play?.startedAtMs ?? null);
  if (play === undefined || play.startedAtMs === null) return null;
  return (
    <p className={styles.line}>
      <span>{t('playing', { played })}</span>
      <span>
        {t.rich('net', {
          amount: () => <Amount minor={settledNet(play)} sign="exceptZero" />,
        })}
      </span>
      {play.openMinor === '0' ? null : (
        <span>
          {t.rich('open', {
            amount: () => <Amount minor={play.openMinor} />,
          })}
        </span>
      )}
    </p>
  );
});
