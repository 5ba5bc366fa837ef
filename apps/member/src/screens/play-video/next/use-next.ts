import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { relatedVideosQuery } from '../../../api/library/videos.ts';
import type { VideoCard } from '../../../api/shared/types.ts';
import { usePrefetchedWatching } from '../../../features/videos/preload-player.ts';
import { paths } from '../../../paths.ts';
import { pickNext, watchedOf, withWatched } from './pick-next.ts';

export interface NextFilm {
  related: UseQueryResult<{ items: VideoCard[] }>;
  /** Null while unknown, and if there is none. */
  film: VideoCard | null;
  /** State for links to the next film. */
  state: { watched: string[] };
  /** True if the member wants the next film to follow this one. Always false at first. */
  isWanted: boolean;
  want(on: boolean): void;
  play(): void;
}

/** The film after `id`. Its data load once `isReady`, after the picture. */
export function useNext(id: string, isReady: boolean): NextFilm {
  const navigate = useNavigate();
  const watchAhead = usePrefetchedWatching();
  const before = watchedOf(useLocation().state);
  const related = useQuery({ ...relatedVideosQuery(id), enabled: isReady });
  const [isWanted, want] = useState(false);
  const film = pickNext(related.data?.items ?? [], before);
  const state = { watched: withWatched(before, id) };
  return {
    ...{ related, film, state, isWanted, want },
    play() {
      if (film === null) return;
      watchAhead(film.id);
      void navigate(paths.playVideo(film.id), { state });
    },
  };
}
