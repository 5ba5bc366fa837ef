import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { notePlay, noteProgress, watchingQuery } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Watching } from '../../api/shared/types.ts';
import { Film, type FilmState, NOTHING } from './film/film.ts';
import { loadSource } from './film/open-source.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface Played {
  /** Null until the code that plays is here. */
  film: Film | null;
  state: FilmState;
}

/** Plays in `picture` what `watching` grants, while mounted. */
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
      // What cannot be told now is told with the next place; a play that is not counted is no fault of his.
      noteProgress: (positionMs: number) =>
        void noteProgress(id, positionMs)
          // The list that he may have gone to asks anew: it must not be without the film that he comes from.
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
      // The next visit begins where this one stopped.
      client.removeQueries({ queryKey: keys.watching(id) });
      for (const queryKey of [keys.video(id), keys.videoHistory]) {
        // Asked anew by whoever shows it next, and by nobody now.
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
      }
    };
  }, [client, id, picture]);

  useEffect(() => {
    if (film === null || watching === undefined) return;
    // Nothing sounds on a page that nobody has touched.
    const wasTouched = navigator.userActivation?.hasBeenActive ?? false;
    if (film.state().open === null) film.show(watching, { fromMs: null, play: wasTouched });
    else film.take(watching);
  }, [film, watching]);

  useWakeLock(picture);

  const state = useSyncExternalStore(film?.subscribe ?? never, film?.state ?? nothing);
  return { film, state: isLost ? LOST : state };
}

/** Of a player whose code did not come. */
const LOST: FilmState = { ...NOTHING, halted: 'failed', waiting: false };

const never = () => () => undefined;
const nothing = () => NOTHING;
