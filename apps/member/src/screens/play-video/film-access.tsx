import { useTranslations } from 'use-intl';
import type { Video, Watching } from '../../api/shared/types.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { lengthText } from '../../features/videos/length-text.ts';
import { LockAct } from './lock-act.tsx';
import { useLockWords, useOpenText } from './lock-words.ts';
import styles from './play-video.module.css';

interface FilmAccessProps {
  video: Video;
  /** The current grant, newer than `video`; undefined until it is fetched. */
  watching: Watching | undefined;
  onBuy(): void;
}

/** Tells how to unlock the whole film, or why it is already open. */
export function FilmAccess({ video, watching, onBuy }: FilmAccessProps) {
  const t = useTranslations('player');
  const lockWords = useLockWords();
  const openText = useOpenText();
  const { lock, access, boughtUntilMs } = watching ?? video;
  const words = lock === null ? null : lockWords(lock, access);
  return (
    <section aria-label={t('door')} className={styles.door}>
      {lock === null || words === null ? (
        <p className={styles.open}>{openText(access, boughtUntilMs)}</p>
      ) : (
        <>
          <p className={styles.doorTitle}>{words.title}</p>
          <p className={styles.note}>{words.text}</p>
          <p className={styles.note}>
            {t('preview', { preview: lengthText(video.previewMs), length: lengthText(video.durationMs) })}
          </p>
          <LockAct lock={lock} onBuy={onBuy} />
        </>
      )}
      <PlayNote />
    </section>
  );
}
