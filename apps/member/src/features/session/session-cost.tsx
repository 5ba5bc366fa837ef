import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { playQuery } from '../../api/account/limits.ts';
import type { Play } from '../../api/shared/types.ts';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Amount } from '../house/amount.tsx';
import { usePlayedText } from '../limits/use-played-text.ts';
import styles from './session-cost.module.css';

/**
 * What the running play session cost. Renders nothing if no bet was placed in it. Earlier answers are not shown: a bet
 * may have been settled since. While a bet is open, its stake is named instead of a result.
 */
export function SessionCost() {
  const t = useTranslations('signOut.cost');
  const { data: play, isError, isFetchedAfterMount } = useQuery({ ...playQuery(), refetchOnMount: 'always' });
  if (isError) return <p className={styles.text}>{t('failed')}</p>;
  if (play === undefined || !isFetchedAfterMount) return <Skeleton blocks={[128]} />;
  return play.stakedMinor === '0' ? null : <Cost play={play} />;
}

function Cost({ play }: { play: Play }) {
  const t = useTranslations('signOut.cost');
  const played = usePlayedText(play.startedAtMs);
  const isOpen = play.openMinor !== '0';
  return (
    <section className={styles.cost} aria-label={t('title')}>
      <p className={styles.result}>
        <Result play={play} />
      </p>
      <Facts ruled>
        <Fact label={t('played')}>{played}</Fact>
        <Fact label={t('staked')}>
          <Amount minor={play.stakedMinor} />
        </Fact>
        {isOpen ? (
          <Fact label={t('open')}>
            <Amount minor={play.openMinor} />
          </Fact>
        ) : null}
        <Fact label={t('returned')}>
          <Amount minor={play.returnedMinor} />
        </Fact>
        {isOpen ? null : (
          <Fact label={t('net')}>
            <Amount minor={play.netMinor} sign="exceptZero" />
          </Fact>
        )}
      </Facts>
    </section>
  );
}

function Result({ play }: { play: Play }) {
  const t = useTranslations('signOut.cost');
  const net = BigInt(play.netMinor);
  if (play.openMinor !== '0') return t.rich('isOpen', { amount: () => <Amount minor={play.openMinor} /> });
  if (net < 0n) return t.rich('lost', { amount: () => <Amount minor={-net} /> });
  return net === 0n ? t('even') : t.rich('more', { amount: () => <Amount minor={net} /> });
}
