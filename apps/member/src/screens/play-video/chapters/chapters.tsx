import { useTranslations } from 'use-intl';
import { lengthText } from '../../../features/videos/length-text.ts';
import type { Film } from '../film/film.ts';
import type { Chapter } from './chapter-at.ts';
import styles from './chapters.module.css';

interface ChaptersProps {
  chapters: readonly Chapter[];
  /** Null until the player is loaded. */
  film: Film | null;
  /** Language of the titles. */
  lang: string;
}

/** The film's chapters, each with a button that plays it; nothing without any. A preview opens those that it holds. */
export function Chapters({ chapters, film, lang }: ChaptersProps) {
  const t = useTranslations('player');
  if (chapters.length === 0) return null;
  const durationMs = film?.state().open?.durationMs ?? 0;

  function play(atMs: number): void {
    film?.playFrom(atMs);
    film?.video.scrollIntoView({ block: 'nearest' });
  }

  return (
    <section aria-label={t('chapters')} className={styles.chapters}>
      <h3 className={styles.title}>{t('chapters')}</h3>
      <ol className={styles.list}>
        {chapters.map(({ atMs, title }) => (
          <li key={atMs}>
            <button type="button" disabled={atMs >= durationMs} className={styles.chapter} onClick={() => play(atMs)}>
              <bdi dir="ltr" className={styles.at}>
                {lengthText(atMs)}
              </bdi>
              <span lang={lang}>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
