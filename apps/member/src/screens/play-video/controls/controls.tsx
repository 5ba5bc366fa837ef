import KeyboardIcon from 'lucide-react/icons/keyboard';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Watching } from '../../../api/shared/types.ts';
import type { Chapter } from '../chapters/chapter-at.ts';
import type { Film, FilmState } from '../film/film.ts';
import styles from '../player.module.css';
import { CaptionsMenu } from './captions-menu.tsx';
import { Key, PlayKey, ScreenKeys, Sound } from './keys.tsx';
import { KeysDialog } from './keys-dialog.tsx';
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
  chapters: readonly Chapter[];
}

/** Controls below the picture, also in full screen. They run left to right in every language, as time lines do. */
export function Controls({ film, state, open, frame, chapters }: ControlsProps) {
  const t = useTranslations('player');
  const store = useMediaStore(film.video, frame.current);
  const isPaused = useMedia(store, (media) => media.mediaPaused ?? true);
  const isStanding = isPaused && !state.waiting;
  const isFull = useMedia(store, (media) => media.mediaIsFullscreen ?? false);
  const [isHelping, setHelping] = useState(false);
  useKeyboard({ store, film, frame, captions: open.captions, onHelp: () => setHelping(true) });
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
      <SeekBar film={film} store={store} open={open} chapters={chapters} />
      <div className={styles.keys}>
        <PlayKey store={store} />
        <Sound store={store} />
        <span className={styles.space} />
        <CaptionsMenu film={film} captions={open.captions} within={frame} />
        <RateMenu film={film} store={store} within={frame} />
        <SizeMenu film={film} state={state} within={frame} />
        <span className={styles.help}>
          <Key label={t('keys.title')} onClick={() => setHelping(true)}>
            <KeyboardIcon size={22} strokeWidth={1.75} aria-hidden="true" />
          </Key>
        </span>
        <ScreenKeys store={store} video={film.video} />
      </div>
      {isHelping ? <KeysDialog onClose={() => setHelping(false)} /> : null}
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
