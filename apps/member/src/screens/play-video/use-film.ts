import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { notePlay, noteProgress, watchingQuery } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Watching } from '../../api/shared/types.ts';
import { Film, type FilmState, NOTHING } from './film/film.ts';
import { loadSource } from './film/open-source.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface Played {
  /** Null until the player code is loaded. */
  film: Film | null;
  state: FilmState;
}

/** Plays the film of the grant `watching` in `picture` while mounted. */
export function useFilm(id: string, picture: RefObject<HTMLVideoElement | null>, watching?: Watching): Played {
  const client = useQueryClient();
  const [film, setFilm] = useState<Film | null>(null);
  const [isLost, setLost] = useState(false);

  useEffect(() => {
    const video = picture.current;
    if (video === null) return;
    let made: Film | null = null;
    let isGone = false;
    const ports = {
      watch: () => client.fetchQuery({ ...watchingQuery(id), staleTime: 0 }),
      // A lost report is made up for by the next one; a lost play count is not the member's fault.
      noteProgress: (positionMs: number) =>
        void noteProgress(id, positionMs)
          // Refetch the history, so that it contains this film.
          .then(() => client.invalidateQueries({ queryKey: keys.videoHistory }))
          .catch(() => undefined),
      notePlay: () => void notePlay(id).catch(() => undefined),
    };
    loadSource().then(
      (openSource) => {
        if (isGone) return;
        made = new Film(video, ports, openSource);
        setFilm(made);
      },
      () => {
        if (!isGone) setLost(true);
      },
    );
    return () => {
      isGone = true;
      made?.close();
      // The next visit must fetch the position at which this one stopped.
      client.removeQueries({ queryKey: keys.watching(id) });
      for (const queryKey of [keys.video(id), keys.videoHistory]) {
        // Refetch on next use, not now.
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
      }
    };
  }, [client, id, picture]);

  useEffect(() => {
    if (film === null || watching === undefined) return;
    // Do not start sound before the first tap on the page.
    const wasTouched = navigator.userActivation?.hasBeenActive ?? false;
    if (film.state().open === null) film.show(watching, { fromMs: null, play: wasTouched });
    else film.take(watching);
  }, [film, watching]);

  useWakeLock(picture);

  const state = useSyncExternalStore(film?.subscribe ?? never, film?.state ?? nothing);
  return { film, state: isLost ? LOST : state };
}

/** State if the player code cannot be loaded. */
const LOST: FilmState = { ...NOTHING, halted: 'failed', waiting: false };

const never = () => () => undefined;
const nothing = () => NOTHING;
