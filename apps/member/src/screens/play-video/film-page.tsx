import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { watchingQuery } from '../../api/library/videos.ts';
import type { Video } from '../../api/shared/types.ts';
import { SheetPart } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { About } from './about.tsx';
import { Chapters } from './chapters/chapters.tsx';
import { FilmAccess } from './film-access.tsx';
import { LaterButton } from './later-button.tsx';
import type { NextFilm } from './next/use-next.ts';
import styles from './play-video.module.css';
import { Player } from './player.tsx';
import { useFilm } from './use-film.ts';

const BuySheet = preloadable(async () => (await import('./buy-sheet.tsx')).BuySheet);

interface FilmPageProps {
  id: string;
  video: Video | undefined;
  next: NextFilm;
  /** True after the first picture, or once loading has failed. */
  isSeen: boolean;
  onSeen(): void;
}

/** The player and the texts below it. The controls wait for the first picture. */
export function FilmPage({ id, video, next, isSeen, onSeen }: FilmPageProps) {
  const picture = useRef<HTMLVideoElement>(null);
  const watching = useQuery(watchingQuery(id));
  const { film, state } = useFilm(id, picture, watching.data);
  const isShown = !state.waiting || state.halted !== null || watching.isError;
  useEffect(() => {
    if (isShown && !isSeen) onSeen();
  }, [isShown, isSeen, onSeen]);
  const [buying, setBuying] = useState<boolean | null>(null);
  const buy = () => {
    picture.current?.pause();
    setBuying(true);
  };
  return (
    <>
      <Player
        {...{ picture, film, state, watching, next }}
        cover={video?.cover}
        chapters={video?.chapters ?? []}
        hasControls={isSeen}
        onBuy={buy}
      />
      {video === undefined ? null : (
        <div className={styles.words}>
          <About video={video} />
          <LaterButton video={video} />
          <FilmAccess video={video} watching={watching.data} onBuy={buy} />
          <Chapters chapters={video.chapters} film={film} lang={video.locale} />
        </div>
      )}
      {buying === null || video === undefined ? null : (
        <SheetPart onClose={() => setBuying(null)}>
          <BuySheet video={video} open={buying} onClose={() => setBuying(false)} />
        </SheetPart>
      )}
    </>
  );
}
