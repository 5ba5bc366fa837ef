import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { featuredVideosQuery } from '../../api/library/videos.ts';
import type { VideoCard } from '../../api/shared/types.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { ContinueRow } from '../../features/videos/continue-row.tsx';
import { FilmGrid, Plays } from '../../features/videos/film-card.tsx';
import { FilmCover } from '../../features/videos/film-cover.tsx';
import { preloadPlayer } from '../../features/videos/player-loader.ts';
import { usePrefetchedWatching } from '../../features/videos/preload-player.ts';
import { AgeMark, PriceMark } from '../../features/videos/price-mark.tsx';
import { paths } from '../../paths.ts';
import { Carousel } from '../../ui/carousel/carousel.tsx';
import { Link } from '../../ui/link/link.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './films.module.css';

/** Films on Home; nothing if there are none. */
export function Films() {
  const t = useTranslations('video');
  const { data, error, refetch } = useQuery(featuredVideosQuery());
  const more = { to: paths.video(), label: t('allFilms') };
  if (data === undefined) {
    return (
      <Section title={t('hot')} more={more}>
        {error === null ? <Skeleton blocks={[270]} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Section>
    );
  }
  return (
    <>
      <ContinueRow />
      {data.hot.length === 0 ? null : (
        <Section title={t('hot')} more={more}>
          <Hot videos={data.hot} />
        </Section>
      )}
      {data.recommended.length === 0 ? null : (
        <Section title={t('recommended')} more={data.hot.length === 0 ? more : undefined}>
          <FilmGrid videos={data.recommended} />
        </Section>
      )}
    </>
  );
}

function Hot({ videos }: { videos: VideoCard[] }) {
  const t = useTranslations('video');
  const slides = videos.map((video, index) => ({
    key: video.id,
    content: <HotFilm video={video} rank={index + 1} />,
  }));
  return (
    <Carousel
      role={t('carousel')}
      label={t('hot')}
      slides={slides}
      dotLabel={(number) => t('slide', { number, count: videos.length })}
    />
  );
}

function HotFilm({ video, rank }: { video: VideoCard; rank: number }) {
  const t = useTranslations('video');
  const watchAhead = usePrefetchedWatching();
  return (
    <Link
      to={paths.playVideo(video.id)}
      className={styles.hot}
      onPointerDown={preloadPlayer}
      onClick={() => watchAhead(video.id)}
    >
      <FilmCover video={video} eager={rank === 1} sizes="(min-width: 640px) 640px, 92vw" />
      <span className={styles.words}>
        <span className={styles.rank}>
          <span className="visually-hidden">{t('rank', { rank })}</span>
          <span aria-hidden="true">{rank}</span>
        </span>
        <span className={styles.about}>
          <span className={styles.name}>{video.name}</span>
          <span className={styles.facts}>
            <PriceMark video={video} />
            <AgeMark age={video.age} />
            <Plays count={video.plays} />
          </span>
        </span>
      </span>
    </Link>
  );
}
