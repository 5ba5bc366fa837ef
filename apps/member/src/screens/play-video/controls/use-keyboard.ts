import type { MediaStore } from 'media-chrome/dist/media-store/media-store.js';
import { type RefObject, useEffect, useRef } from 'react';
import type { Watching } from '../../../api/shared/types.ts';
import type { Film } from '../film/film.ts';
import { showCaptions, showing } from './captions.ts';

interface Keyboard {
  store: MediaStore;
  film: Film;
  frame: RefObject<HTMLElement | null>;
  captions: Watching['captions'];
  /** Shows the list of keys. */
  onHelp(): void;
}

const STEP_MS = 5000;
const LOUDER = 0.1;
/** Elements that use letters or arrow keys themselves. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"], [role="tablist"]';
/** Keys that scroll the page, so the player uses them only while it has the focus. */
const OF_PLAYER_ALONE = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Handles Space, arrows, Home, End, m, f, c and ? anywhere on the page, unless another element uses them. */
export function useKeyboard(keyboard: Keyboard): void {
  const latest = useRef(keyboard);
  latest.current = keyboard;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { frame } = latest.current;
      if (isForPlayer(event, frame.current) && act(event.key, latest.current)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const TAKEN_BY_RANGE = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

function isForPlayer(event: KeyboardEvent, player: HTMLElement | null): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  const isInside = player?.contains(target) ?? false;
  if (!isInside && OF_PLAYER_ALONE.has(event.key)) return false;
  if (isInside && target.closest('input[type="range"]') !== null) {
    // On the seek bar, the player handles the arrow keys. The volume slider handles its own.
    return target.closest('[data-seek]') !== null || !TAKEN_BY_RANGE.has(event.key);
  }
  // Space presses a focused button.
  if (event.key === ' ' && target.closest('button, a, [role="button"]') !== null) return false;
  return target.closest(TAKES_KEYS) === null;
}

/** Performs the key's action. Returns false if the key has none. */
function act(key: string, { store, film, captions, onHelp }: Keyboard): boolean {
  const { video } = film;
  const media = store.getState();
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case ' ':
      store.dispatch({ type: video.paused ? 'mediaplayrequest' : 'mediapauserequest' });
      return true;
    case 'ArrowLeft':
      film.seek(video.currentTime * 1000 - STEP_MS);
      return true;
    case 'ArrowRight':
      film.seek(video.currentTime * 1000 + STEP_MS);
      return true;
    case 'ArrowUp':
    case 'ArrowDown': {
      const volume = video.volume + (key === 'ArrowUp' ? LOUDER : -LOUDER);
      store.dispatch({ type: 'mediavolumerequest', detail: Math.max(0, Math.min(1, volume)) });
      return true;
    }
    case 'Home':
      film.seek(0);
      return true;
    case 'End':
      film.seek((film.state().open?.durationMs ?? 0) - 1000);
      return true;
    case 'm':
      // Read the video element: the store lags behind, and a quick second press would be lost.
      store.dispatch({ type: video.muted || video.volume === 0 ? 'mediaunmuterequest' : 'mediamuterequest' });
      return true;
    case 'f':
      store.dispatch({ type: media.mediaIsFullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest' });
      return true;
    case 'c':
      showCaptions(video, showing(video) === null ? preferred(captions) : null);
      return true;
    case '?':
      onHelp();
      return true;
    default:
      return false;
  }
}

/** Captions in the page's language, else the first. */
function preferred(captions: Watching['captions']): string | null {
  const own = captions.find(({ locale }) => locale === document.documentElement.lang);
  return (own ?? captions[0])?.locale ?? null;
}
