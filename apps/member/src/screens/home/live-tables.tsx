import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Lottery } from '../../api/shared/types.ts';
import { CardFacts } from '../../features/lotteries/card-facts.tsx';
import { LotteryClock, LotteryDial } from '../../features/lotteries/lottery-dial.tsx';
import type { OpenBets } from '../../features/lotteries/open-bets.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { homeTables } from './home-tables.ts';
import styles from './live-tables.module.css';

interface LiveTablesProps {
  answer: UseQueryResult<{ items: Lottery[] }>;
  open: OpenBets;
}

/** A row of tables that scrolls sideways, each with countdown, last dice, smallest stake and the member's open bets. */
export function LiveTables(props: LiveTablesProps) {
  const t = useTranslations('home');
  return (
    <Section title={t('liveTables')} more={{ to: paths.game(), label: t('allGames') }}>
      <Tables {...props} />
    </Section>
  );
}

function Tables({ answer, open }: LiveTablesProps) {
  const t = useTranslations('home');
  if (answer.data === undefined) {
    if (answer.isError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />;
    return <Skeleton blocks={[124]} />;
  }
  const tables = homeTables(answer.data.items);
  if (tables.length === 0) return <p className={styles.none}>{t('noTables')}</p>;
  return (
    <ul className={styles.grid}>
      {tables.map((lottery) => (
        <li key={lottery.key}>
          <Link to={paths.lottery(lottery.key)} className={styles.card}>
            <LotteryDial lottery={lottery} size={54} />
            <span className={styles.name}>{lottery.name}</span>
            <LotteryClock lottery={lottery} className={styles.clock} />
            <CardFacts lottery={lottery} openBets={open.byTable.get(lottery.key) ?? 0} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
