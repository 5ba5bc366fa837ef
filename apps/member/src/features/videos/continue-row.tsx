import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { unfinishedVideosQuery } from '../../api/library/videos.ts';
import type { WatchedVideo } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { Section } from '../../ui/section/section.tsx';
import { useSession } from '../session/use-session.ts';
import styles from './continue-row.module.css';
import { FilmCover } from './film-cover.tsx';
import { lengthText } from './length-text.ts';
import { preloadPlayer } from './player-loader.ts';
import { usePrefetchedWatching } from './preload-player.ts';

/** Films that the member did not watch to their end, latest first; nothing without any. */
export function ContinueRow() {
  const t = useTranslations('video');
  const session = useSession();
  const { data } = useQuery({ ...unfinishedVideosQuery(), enabled: session.status === 'member' });
  if (session.status !== 'member' || data === undefined || data.items.length === 0) return null;
  return (
    <Section title={t('continue')}>
      <ul className={styles.row}>
        {data.items.map((watched) => (
          <li key={watched.video.id} className={styles.item}>
            <StartedFilm watched={watched} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function StartedFilm({ watched: { video, positionMs } }: { watched: WatchedVideo }) {
  const watchAhead = usePrefetchedWatching();
  return (
    <Link
      to={paths.playVideo(video.id)}
      className={styles.film}
      onPointerDown={preloadPlayer}
      onClick={() => watchAhead(video.id)}
    >
      <FilmCover video={video} positionMs={positionMs} sizes="160px" />
      <span className={styles.name}>{video.name}</span>
      <bdi dir="ltr" className={styles.place}>
        {lengthText(positionMs)} / {lengthText(video.durationMs)}
      </bdi>
    </Link>
  );
}
