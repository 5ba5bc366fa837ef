import type { MediaStore } from 'media-chrome/dist/media-store/media-store.js';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Watching } from '../../../api/shared/types.ts';
import { lengthText } from '../../../features/videos/length-text.ts';
import { type Chapter, chapterAt, marksOf } from '../chapters/chapter-at.ts';
import type { Film } from '../film/film.ts';
import styles from '../player.module.css';
import marks from './chapter-marks.module.css';
import { useMedia } from './media.ts';
import { Preview } from './preview.tsx';

/** Step of dragging; arrow keys make larger steps (`use-keyboard.ts`). */
const STEP_SECONDS = 0.1;

interface SeekBarProps {
  film: Film;
  store: MediaStore;
  open: Watching;
  chapters: readonly Chapter[];
}

/** Position in the film, with a mark at each chapter. Dragging shows thumbnails; the film seeks on release. */
export function SeekBar({ film, store, open, chapters }: SeekBarProps) {
  const t = useTranslations('player');
  const bar = useRef<HTMLInputElement>(null);
  const now = useMedia(store, (media) => media.mediaCurrentTime ?? 0);
  const loaded = useMedia(store, (media) => (media.mediaBuffered as number[][] | undefined)?.at(-1)?.[1] ?? 0);
  /** Dragged position in seconds; null while not dragging. */
  const [held, setHeld] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const seconds = open.durationMs / 1000;
  const at = Math.min(held ?? now, seconds);

  useEffect(() => {
    const input = bar.current;
    // React's `onChange` fires at each step of a drag; the native `change` event fires on release.
    const land = () => {
      film.seek(Number(input?.value) * 1000);
      setHeld(null);
    };
    input?.addEventListener('change', land);
    return () => input?.removeEventListener('change', land);
  }, [film]);

  function point(event: PointerEvent<HTMLElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.max(0, Math.min(1, (event.clientX - left) / width)) * seconds);
  }

  const shown = held ?? pointed;
  const chapter = chapterAt(chapters, at * 1000);
  const place = { at: lengthText(at * 1000), length: lengthText(open.durationMs) };
  return (
    <div className={styles.line}>
      <span className={styles.time} aria-hidden="true">
        {lengthText(at * 1000)}
      </span>
      <div className={styles.seek} onPointerMove={point} onPointerDown={point} onPointerLeave={() => setPointed(null)}>
        {shown === null ? null : (
          <Preview
            url={open.thumbnails}
            atMs={shown * 1000}
            share={shown / seconds}
            chapter={chapterAt(chapters, shown * 1000)?.title ?? null}
          />
        )}
        <input
          ref={bar}
          type="range"
          data-seek=""
          min={0}
          max={seconds}
          step={STEP_SECONDS}
          value={at}
          aria-label={t('seek')}
          aria-valuetext={
            chapter === null ? t('place', place) : t('chapterPlace', { ...place, chapter: chapter.title })
          }
          className={styles.range}
          style={{ '--to': `${(at / seconds) * 100}%`, '--loaded': `${(loaded / seconds) * 100}%` } as object}
          onChange={(event) => setHeld(Number(event.currentTarget.value))}
        />
        {marksOf(chapters, open.durationMs).map((share) => (
          <span key={share} aria-hidden="true" className={marks.mark} style={{ insetInlineStart: `${share * 100}%` }} />
        ))}
      </div>
      <span className={styles.time}>{lengthText(open.durationMs)}</span>
    </div>
  );
}
