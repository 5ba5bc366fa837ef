import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { classesQuery, lotteriesQuery } from '../../api/lottery/lotteries.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Lottery } from '../../api/shared/types.ts';
import { LotteryClock, LotteryDial } from '../../features/lotteries/lottery-dial.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './game.module.css';

export function Game() {
  const t = useTranslations();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const chosen = search.get('class');

  function refresh(): Promise<unknown> {
    const ask = { throwOnError: true };
    return Promise.all([
      client.refetchQueries({ queryKey: keys.classes }, ask),
      client.refetchQueries({ queryKey: keys.allLotteries }, ask),
    ]);
  }

  return (
    <Screen tabs title={t('titles.game')} onRefresh={refresh}>
      <div className={styles.columns}>
        <Classes chosen={chosen} />
        <div className={styles.games}>
          <Games chosen={chosen} />
        </div>
      </div>
    </Screen>
  );
}

function Classes({ chosen }: { chosen: string | null }) {
  const t = useTranslations('game');
  const classes = useQuery(classesQuery()).data?.items ?? [];
  return (
    <nav aria-label={t('classes')} className={styles.side}>
      <ClassLink to={paths.game()} here={chosen === null} label={t('all')} />
      {classes.map(({ key, name }) => (
        <ClassLink key={key} to={paths.game(key)} here={chosen === key} label={name} />
      ))}
    </nav>
  );
}

function ClassLink({ to, here, label }: { to: string; here: boolean; label: string }) {
  return (
    <Link
      to={to}
      replace
      className={classNames(styles.classLink, here && styles.here)}
      aria-current={here ? 'true' : undefined}
    >
      {label}
    </Link>
  );
}

function Games({ chosen }: { chosen: string | null }) {
  const t = useTranslations('game');
  const { data, error, refetch } = useQuery(lotteriesQuery(chosen === null ? {} : { class: chosen }));
  if (data === undefined) {
    return error === null ? <Skeleton blocks={[196, 196]} /> : <Failed error={error} onRetry={() => void refetch()} />;
  }
  if (data.items.length === 0) {
    return (
      <Notice sign={<Mark state="open" size={40} silent />} title={t('none')}>
        <p>{t('noneText')}</p>
      </Notice>
    );
  }
  return (
    <ul className={styles.grid}>
      {data.items.map((lottery) => (
        <GameCard key={lottery.key} lottery={lottery} />
      ))}
    </ul>
  );
}

function GameCard({ lottery }: { lottery: Lottery }) {
  return (
    <li>
      <Link to={paths.lottery(lottery.key)} className={styles.card}>
        <LotteryDial lottery={lottery} size={64} />
        <span className={styles.name}>{lottery.name}</span>
        <span className={styles.description}>{lottery.description}</span>
        <LotteryClock lottery={lottery} className={styles.clock} />
      </Link>
    </li>
  );
}
