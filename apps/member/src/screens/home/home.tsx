import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { featuredVideosQuery, unfinishedVideosQuery } from '../../api/library/videos.ts';
import { lotteriesQuery } from '../../api/lottery/lotteries.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Lottery } from '../../api/shared/types.ts';
import { LatestDraws } from '../../features/draws/latest-draws.tsx';
import { Amount } from '../../features/house/amount.tsx';
import { HouseLogo } from '../../features/house/house-logo.tsx';
import { PlayFoot } from '../../features/house/play-foot.tsx';
import { useBeaconClaim } from '../../features/house/use-beacon-claim.ts';
import { withWords } from '../../features/language/active-language.ts';
import { SuggestedTable, useFirstTable } from '../../features/lotteries/first-table.ts';
import { StopNotes } from '../../features/lotteries/stop-notes.tsx';
import { useOpenBets } from '../../features/lotteries/use-open-bets.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Link } from '../../ui/link/link.tsx';
import { PartBoundary } from '../../ui/load-failure/part-boundary.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Banners, carouselAhead } from './banners.tsx';
import styles from './home.module.css';
import { HouseStrip } from './house-strip.tsx';
import { LiveTables } from './live-tables.tsx';
import { NoticeLine } from './notice-line.tsx';
import { OpenBetsRow } from './open-bets-row.tsx';

/** A separate chunk with its own texts. It lies below the lotteries, so Home renders without waiting for it. */
const Films = preloadable(() => withWords(['videos'], async () => (await import('./films.tsx')).Films));

/** Preloads the separate chunks of Home. */
export function homeAhead(): Promise<unknown> {
  return Promise.all([Films.ahead(), carouselAhead()]);
}

export function Home() {
  const t = useTranslations();
  const client = useQueryClient();
  const session = useSession();
  const house = useQuery(houseQuery());
  const lotteries = useQuery(lotteriesQuery());
  const open = useOpenBets();
  const suggested = useFirstTable(open.total);
  const { houseRun } = useBeaconClaim();
  // Fetch the data in parallel with the code.
  usePrefetchQuery(featuredVideosQuery());
  useQuery({ ...unfinishedVideosQuery(), enabled: session.status === 'member' });

  function refresh(): Promise<unknown> {
    const ask = { throwOnError: true };
    return Promise.all([
      client.refetchQueries({ queryKey: keys.house }, ask),
      client.refetchQueries({ queryKey: keys.allLotteries }, ask),
      client.refetchQueries({ queryKey: keys.me }, ask),
      client.refetchQueries({ queryKey: keys.openBets }, ask),
      client.refetchQueries({ queryKey: keys.featuredVideos }, ask),
      client.refetchQueries({ queryKey: keys.unfinishedVideos, type: 'active' }, ask),
    ]);
  }

  return (
    <Screen
      tabs
      title={t('titles.home')}
      heading={
        <span className={styles.brand}>
          <HouseLogo size={28} className={styles.logo} />
          {house.data?.name ?? t('app.name')}
        </span>
      }
      action={<Corner />}
      onRefresh={refresh}
    >
      <div className={styles.page}>
        <div className={styles.column}>
          <Banners banners={house.data?.banners} failed={house.isError} />
          <NoticeLine items={house.data?.ticker} failed={house.isError} />
          <StopNotes stops={house.data?.stops ?? []} />
          <OpenBetsRow open={open} />
          {suggested === null ? null : <Suggestion lottery={suggested} />}
          <LiveTables answer={lotteries} open={open} />
          <Suspense fallback={<div className={styles.filmsAhead} />}>
            <Films />
          </Suspense>
        </div>
        <div className={styles.column}>
          <Latest lotteries={lotteries.data?.items ?? []} />
          {house.data === undefined ? null : <HouseStrip house={house.data} houseRun={houseRun} />}
          <Link to={paths.house()} className={styles.house}>
            {t('home.house')}
          </Link>
          <PlayFoot />
        </div>
      </div>
    </Screen>
  );
}

/** The suggested table, or its empty place while it loads, so that the tables below do not move. */
function Suggestion({ lottery }: { lottery: Lottery | undefined }) {
  const place = <div className={styles.suggestionAhead} />;
  return (
    <PartBoundary lost={() => null}>
      <Suspense fallback={place}>{lottery === undefined ? place : <SuggestedTable lottery={lottery} />}</Suspense>
    </PartBoundary>
  );
}

function Latest({ lotteries }: { lotteries: Lottery[] }) {
  const t = useTranslations('home');
  const hot = lotteries.filter((lottery) => lottery.hot && lottery.listed);
  if (hot.every(({ lastDraw }) => lastDraw === null)) return null;
  return (
    <Section title={t('latestDraws')} more={{ to: paths.book(), label: t('theBook') }}>
      <LatestDraws lotteries={hot} />
    </Section>
  );
}

/** The member's balance; for visitors, the sign-in link. */
function Corner() {
  const t = useTranslations();
  const session = useSession();
  if (session.status === 'unknown') return null;
  if (session.status === 'visitor') {
    return (
      <ButtonLink look="plain" to={paths.login()} className={styles.signIn}>
        {t('actions.signIn')}
      </ButtonLink>
    );
  }
  return (
    <div className={styles.balance}>
      <span className={styles.balanceLabel}>{t('money.available')}</span>
      <Amount minor={session.me.availableMinor} unit={false} className={styles.balanceAmount} />
    </div>
  );
}
