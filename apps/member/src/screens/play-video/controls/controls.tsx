import { type RefObject, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { Watching } from '../../../api/shared/types.ts';
import type { Film, FilmState } from '../film/film.ts';
import styles from '../player.module.css';
import { CaptionsMenu } from './captions-menu.tsx';
import { PlayKey, ScreenKeys, Sound } from './keys.tsx';
import { useMedia, useMediaStore } from './media.ts';
import { RateMenu } from './rate-menu.tsx';
import { SeekBar } from './seek-bar.tsx';
import { SizeMenu } from './size-menu.tsx';
import { useIdle } from './use-idle.ts';
import { useKeyboard } from './use-keyboard.ts';

export interface ControlsProps {
  film: Film;
  state: FilmState;
  open: Watching;
  /** The player element, which goes full screen. */
  frame: RefObject<HTMLElement | null>;
}

/** Controls below the picture, also in full screen. They run left to right in every language, as time lines do. */
export function Controls({ film, state, open, frame }: ControlsProps) {
  const t = useTranslations('player');
  const store = useMediaStore(film.video, frame.current);
  const isPaused = useMedia(store, (media) => media.mediaPaused ?? true);
  const isStanding = isPaused && !state.waiting;
  const isFull = useMedia(store, (media) => media.mediaIsFullscreen ?? false);
  useKeyboard({ store, film, frame, captions: open.captions });
  useIdle(frame, isPaused);
  usePictureTap(film, store);

  useEffect(() => {
    frame.current?.toggleAttribute('data-paused', isStanding);
  }, [frame, isStanding]);

  useEffect(() => {
    // In full screen, the controls must not be brighter than the film.
    if (isFull) frame.current?.setAttribute('data-theme', 'dark');
    else frame.current?.removeAttribute('data-theme');
  }, [frame, isFull]);

  return (
    <fieldset dir="ltr" aria-label={t('controls')} className={styles.controls}>
      <SeekBar film={film} store={store} open={open} />
      <div className={styles.keys}>
        <PlayKey store={store} />
        <Sound store={store} />
        <span className={styles.space} />
        <CaptionsMenu film={film} captions={open.captions} within={frame} />
        <RateMenu film={film} store={store} within={frame} />
        <SizeMenu film={film} state={state} within={frame} />
        <ScreenKeys store={store} video={film.video} />
      </div>
    </fieldset>
  );
}

/** A tap on the picture plays or pauses. Not in the tab order, since a button does the same. */
function usePictureTap({ video }: Film, store: ReturnType<typeof useMediaStore>): void {
  useEffect(() => {
    const tap = () => store.dispatch({ type: video.paused ? 'mediaplayrequest' : 'mediapauserequest' });
    video.addEventListener('click', tap);
    return () => video.removeEventListener('click', tap);
  }, [video, store]);
}
