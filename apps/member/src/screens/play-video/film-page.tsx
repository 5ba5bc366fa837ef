import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { watchingQuery } from '../../api/library/videos.ts';
import type { Video } from '../../api/shared/types.ts';
import { SheetPart } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { About } from './about.tsx';
import { FilmAccess } from './film-access.tsx';
import styles from './play-video.module.css';
import { Player } from './player.tsx';
import { useFilm } from './use-film.ts';

const BuySheet = preloadable(async () => (await import('./buy-sheet.tsx')).BuySheet);

interface FilmPageProps {
  id: string;
  video: Video | undefined;
  /** Rendered after the first picture, or once loading has failed. */
  children: ReactNode;
}

/** The player and the page below it. Controls and `children` wait for the first picture. */
export function FilmPage({ id, video, children }: FilmPageProps) {
  const picture = useRef<HTMLVideoElement>(null);
  const watching = useQuery(watchingQuery(id));
  const { film, state } = useFilm(id, picture, watching.data);
  const [isSeen, setSeen] = useState(false);
  if (!isSeen && (!state.waiting || state.halted !== null || watching.isError)) setSeen(true);
  const [buying, setBuying] = useState<boolean | null>(null);
  const buy = () => {
    picture.current?.pause();
    setBuying(true);
  };
  return (
    <>
      <Player {...{ picture, film, state, watching }} cover={video?.cover} hasControls={isSeen} onBuy={buy} />
      {video === undefined ? null : (
        <div className={styles.words}>
          <About video={video} />
          <FilmAccess video={video} watching={watching.data} onBuy={buy} />
        </div>
      )}
      {isSeen ? children : null}
      {buying === null || video === undefined ? null : (
        <SheetPart onClose={() => setBuying(null)}>
          <BuySheet video={video} open={buying} onClose={() => setBuying(false)} />
        </SheetPart>
      )}
    </>
  );
}
