import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { lotteryQuery } from '../../api/lottery/lotteries.ts';
import { isNowhere } from '../../api/shared/problem.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { LotteryTable } from './lottery-table.tsx';

/** `/Lottery?key&id`: the table `key`; `id` opens one of its periods. */
export function LotteryScreen() {
  const t = useTranslations();
  const [search] = useSearchParams();
  const key = search.get('key') ?? '';
  const session = useSession();
  const { data, error, refetch } = useQuery(lotteryQuery(key));
  if (data !== undefined && session.me !== null) {
    return <LotteryTable key={key} given={data} me={session.me} requestedPeriod={periodOf(search.get('id'))} />;
  }
  return (
    <Screen title={t('titles.lottery')} back={paths.game()}>
      {error === null ? (
        <Skeleton blocks={[132, 56, 376]} />
      ) : isNowhere(error) ? (
        <Notice
          sign={<Mark state="open" size={48} silent />}
          title={t('lottery.unknown')}
          actions={<ButtonLink to={paths.game()}>{t('lottery.otherGames')}</ButtonLink>}
        />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Screen>
  );
}

/** The number of a period; null if it is invalid. */
function periodOf(id: string | null): number | null {
  return id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null;
}
