import { useFormatter, useTranslations } from 'use-intl';
import type { VideoCard } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './film-card.module.css';
import { FilmCover } from './film-cover.tsx';
import { preloadPlayer } from './player-loader.ts';
import { usePrefetchedWatching } from './preload-player.ts';
import { AgeMark, PriceMark } from './price-mark.tsx';

/** One title of a list: cover, price, minimum age and number of plays. */
function FilmCard({ video }: { video: VideoCard }) {
  const watchAhead = usePrefetchedWatching();
  return (
    <Link
      to={paths.playVideo(video.id)}
      className={styles.card}
      onPointerDown={preloadPlayer}
      onClick={() => watchAhead(video.id)}
    >
      <FilmCover video={video} />
      <span className={styles.name}>{video.name}</span>
      <PriceMark video={video} />
      <span className={styles.facts}>
        <AgeMark age={video.age} />
        <Plays count={video.plays} />
      </span>
    </Link>
  );
}

export function Plays({ count }: { count: number }) {
  const t = useTranslations('video');
  const format = useFormatter();
  const shown = format.number(count, { notation: 'compact', maximumFractionDigits: 1 });
  return <span>{t('plays', { count, shown })}</span>;
}

/** Titles in two columns. */
export function FilmGrid({ videos }: { videos: readonly VideoCard[] }) {
  return (
    <ul className={styles.grid}>
      {videos.map((video) => (
        <li key={video.id}>
          <FilmCard video={video} />
        </li>
      ))}
    </ul>
  );
}
