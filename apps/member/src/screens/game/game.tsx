import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { classesQuery, lotteriesQuery } from '../../api/lottery/lotteries.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Lottery } from '../../api/shared/types.ts';
import { PlayFoot } from '../../features/house/play-foot.tsx';
import { CardFacts } from '../../features/lotteries/card-facts.tsx';
import { LotteryClock, LotteryDial } from '../../features/lotteries/lottery-dial.tsx';
import type { OpenBets } from '../../features/lotteries/open-bets.ts';
import { useOpenBets } from '../../features/lotteries/use-open-bets.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link/link.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './game.module.css';
import { useStoredClass } from './use-stored-class.ts';

export function Game() {
  const t = useTranslations();
  const client = useQueryClient();
  const { chosen, choose } = useStoredClass();
  const open = useOpenBets();

  function refresh(): Promise<unknown> {
    const ask = { throwOnError: true };
    return Promise.all([
      client.refetchQueries({ queryKey: keys.classes }, ask),
      client.refetchQueries({ queryKey: keys.allLotteries }, ask),
      client.refetchQueries({ queryKey: keys.openBets }, ask),
    ]);
  }

  return (
    <Screen tabs title={t('titles.game')} onRefresh={refresh}>
      <div className={styles.columns}>
        <Classes chosen={chosen} onChoose={choose} />
        <div className={styles.games}>
          <Games chosen={chosen} open={open} />
          <PlayFoot />
        </div>
      </div>
    </Screen>
  );
}

interface ClassesProps {
  chosen: string | null;
  onChoose(classKey: string | null): void;
}

function Classes({ chosen, onChoose }: ClassesProps) {
  const t = useTranslations('game');
  const classes = useQuery(classesQuery()).data?.items ?? [];
  return (
    <nav aria-label={t('classes')} className={styles.side}>
      <ClassLink to={paths.game()} here={chosen === null} label={t('all')} onChoose={() => onChoose(null)} />
      {classes.map(({ key, name }) => (
        <ClassLink key={key} to={paths.game(key)} here={chosen === key} label={name} onChoose={() => onChoose(key)} />
      ))}
    </nav>
  );
}

interface ClassLinkProps {
  to: string;
  here: boolean;
  label: string;
  onChoose(): void;
}

function ClassLink({ to, here, label, onChoose }: ClassLinkProps) {
  return (
    <Link
      to={to}
      replace
      onClick={onChoose}
      className={classNames(styles.classLink, here && styles.here)}
      aria-current={here ? 'true' : undefined}
    >
      {label}
    </Link>
  );
}

function Games({ chosen, open }: { chosen: string | null; open: OpenBets }) {
  const t = useTranslations('game');
  const { data, error, refetch } = useQuery(lotteriesQuery(chosen === null ? {} : { class: chosen }));
  if (data === undefined) {
    return error === null ? <Skeleton blocks={[196, 196]} /> : <Failed error={error} onRetry={() => void refetch()} />;
  }
  const listed = data.items.filter((lottery) => lottery.listed);
  if (listed.length === 0) {
    return (
      <Notice sign={<Mark state="open" size={40} silent />} title={t('none')}>
        <p>{t('noneText')}</p>
      </Notice>
    );
  }
  return (
    <ul className={styles.grid}>
      {listed.map((lottery) => (
        <GameCard key={lottery.key} lottery={lottery} openBets={open.byTable.get(lottery.key) ?? 0} />
      ))}
    </ul>
  );
}

function GameCard({ lottery, openBets }: { lottery: Lottery; openBets: number }) {
  return (
    <li>
      <Link to={paths.lottery(lottery.key)} className={styles.card}>
        <LotteryDial lottery={lottery} size={64} />
        <span className={styles.name}>{lottery.name}</span>
        <span className={styles.description}>{lottery.description}</span>
        <LotteryClock lottery={lottery} className={styles.clock} />
        <CardFacts lottery={lottery} openBets={openBets} wide />
      </Link>
    </li>
  );
}
