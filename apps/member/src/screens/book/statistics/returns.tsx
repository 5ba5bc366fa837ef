import { useQuery } from '@tanstack/react-query';
import { realisedRtp } from '@tercet/fair';
import { useTranslations } from 'use-intl';
import { lotteryQuery } from '../../../api/lottery/lotteries.ts';
import type { TableBet } from '../../../api/shared/types.ts';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { usePercent } from '../../../features/bets/use-percent.ts';
import { turnoverQuery } from '../../../features/book/turnover.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { Failed } from '../../../features/problems/failed.tsx';
import { Pill } from '../../../ui/pill/pill.tsx';
import { Section } from '../../../ui/section/section.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import styles from './statistics.module.css';

/** Expected return of a lottery's odds beside the actual return, which relies on the house's daily totals. */
export function Returns({ lotteryKey }: { lotteryKey: string }) {
  const t = useTranslations('book.statistics.returns');
  const table = useQuery(lotteryQuery(lotteryKey)).data?.table;
  if (table === undefined) return <Skeleton blocks={[160]} />;
  return (
    <Section title={t('title')}>
      <Realised lotteryKey={lotteryKey} />
      <Published bets={table.bets} />
    </Section>
  );
}

function Realised({ lotteryKey }: { lotteryKey: string }) {
  const t = useTranslations('book.statistics.returns');
  const percent = usePercent();
  const { data, error, refetch } = useQuery(turnoverQuery());
  if (data === undefined) {
    return error === null ? <Skeleton blocks={[140]} /> : <Failed error={error} onRetry={() => void refetch()} />;
  }
  const days = data.filter(({ key }) => key === lotteryKey);
  const rtp = realisedRtp(days);
  const stakedMinor = days.reduce((sum, day) => sum + day.stakedMinor, 0n);
  return (
    <div className={styles.card}>
      <div className={styles.realised}>
        <h3>{t('realised')}</h3>
        <Pill tone="wait">{t('unproven')}</Pill>
      </div>
      {rtp === null ? (
        <p className={styles.soft}>{t('noDays')}</p>
      ) : (
        <>
          <p className={styles.large}>{percent(rtp)}</p>
          <p className={styles.soft}>
            {t.rich('overDays', { count: days.length, staked: () => <Amount minor={stakedMinor} /> })}
          </p>
        </>
      )}
      <p className={styles.soft}>{t('unprovenText')}</p>
    </div>
  );
}

function Published({ bets }: { bets: readonly TableBet[] }) {
  const t = useTranslations('book.statistics.returns');
  const name = useBetName();
  const percent = usePercent();
  return (
    <div className={styles.card}>
      <h3>{t('published')}</h3>
      <p className={styles.soft}>{t('publishedText')}</p>
      <ul className={styles.bets}>
        {bets.map(({ bet, rtp }) => (
          <li key={bet}>
            <span>{name(bet)}</span>
            <span>{percent({ num: BigInt(rtp.num), den: BigInt(rtp.den) })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
