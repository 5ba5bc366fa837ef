import Check from 'lucide-react/icons/check';
import { useTranslations } from 'use-intl';
import type { VideoCard } from '../../../api/shared/types.ts';
import { Failed } from '../../../features/problems/failed.tsx';
import { FilmGrid } from '../../../features/videos/film-card.tsx';
import { FilmCover } from '../../../features/videos/film-cover.tsx';
import { preloadPlayer } from '../../../features/videos/player-loader.ts';
import { usePrefetchedWatching } from '../../../features/videos/preload-player.ts';
import { PriceMark } from '../../../features/videos/price-mark.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Link } from '../../../ui/link/link.tsx';
import { Section } from '../../../ui/section/section.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import styles from './next-films.module.css';
import type { NextFilm } from './use-next.ts';

interface NextFilmsProps {
  next: NextFilm;
  /** In a column beside the film, as rows; else below it, as a grid. */
  isBeside: boolean;
}

/** The next film, which follows this one only if the member says so, and more films. */
export function NextFilms({ next, isBeside }: NextFilmsProps) {
  const t = useTranslations('player');
  const { data, error, refetch } = next.related;
  if (data === undefined) {
    return error === null ? <Skeleton blocks={[84, 180]} /> : <Failed error={error} onRetry={() => void refetch()} />;
  }
  const { film, state, isWanted, want } = next;
  const others = data.items.filter(({ id }) => id !== film?.id);
  return (
    <>
      {film === null ? null : (
        <Section title={t('next')}>
          <FilmLink video={film} state={state} />
          <Button look="quiet" aria-pressed={isWanted} onClick={() => want(!isWanted)} className={styles.want}>
            {isWanted ? <Check size={18} strokeWidth={2} aria-hidden="true" /> : null}
            {t('playAfter')}
          </Button>
        </Section>
      )}
      {others.length === 0 ? null : (
        <Section title={t('more')}>
          {isBeside ? (
            <ul className={styles.rows}>
              {others.map((video) => (
                <li key={video.id}>
                  <FilmLink video={video} state={state} />
                </li>
              ))}
            </ul>
          ) : (
            <FilmGrid videos={others} />
          )}
        </Section>
      )}
    </>
  );
}

function FilmLink({ video, state }: { video: VideoCard; state: NextFilm['state'] }) {
  const watchAhead = usePrefetchedWatching();
  return (
    <Link
      to={paths.playVideo(video.id)}
      state={state}
      className={styles.film}
      onPointerDown={preloadPlayer}
      onClick={() => watchAhead(video.id)}
    >
      <FilmCover video={video} sizes="128px" className={styles.cover} />
      <span className={styles.words}>
        <span className={styles.name}>{video.name}</span>
        <PriceMark video={video} />
      </span>
    </Link>
  );
}
