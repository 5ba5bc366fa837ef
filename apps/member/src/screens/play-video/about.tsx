import { useTranslations } from 'use-intl';
import type { Video } from '../../api/shared/types.ts';
import { languageOf } from '../../features/language/locales.ts';
import { Plays } from '../../features/videos/film-card.tsx';
import { lengthText } from '../../features/videos/length-text.ts';
import { AgeMark } from '../../features/videos/price-mark.tsx';
import { useListText } from '../../ui/format/list-text.ts';
import styles from './play-video.module.css';

/** Facts about a film: name, class, length, age limit, plays, description and captions. */
export function About({ video }: { video: Video }) {
  const t = useTranslations('player');
  const list = useListText();
  const captions = video.captions.map((code) => languageOf(code)?.name ?? code);
  return (
    <section aria-label={t('about')} className={styles.about}>
      <h2 className={styles.name} lang={video.locale}>
        {video.name}
      </h2>
      <p className={styles.facts}>
        <span>{video.className}</span>
        <bdi dir="ltr">{lengthText(video.durationMs)}</bdi>
        <AgeMark age={video.age} />
        <Plays count={video.plays} />
      </p>
      {video.description === '' ? null : (
        <p className={styles.description} lang={video.locale} dir="auto">
          {video.description}
        </p>
      )}
      <p className={styles.note}>
        {t('captionsIn')}: {captions.length === 0 ? t('noCaptions') : list(captions)}
      </p>
      {video.startMs > 0 ? (
        <p className={styles.note}>
          {t('startsAt', {
            at: lengthText(video.startMs),
            shown: lengthText(video.durationMs - video.startMs),
            whole: lengthText(video.durationMs),
          })}
        </p>
      ) : null}
    </section>
  );
}
