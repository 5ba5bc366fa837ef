import type { VideoCard } from '../../api/shared/types.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './film-card.module.css';
import { lengthText } from './length-text.ts';

interface FilmCoverProps {
  video: Pick<VideoCard, 'cover' | 'durationMs'>;
  /** Where the member stopped, in milliseconds. */
  positionMs?: number;
  className?: string;
  /** Load at once, because it is visible when the page opens. */
  eager?: boolean;
}

/** The cover of a title with its length and the watched share. */
export function FilmCover({ video: { cover, durationMs }, positionMs, className, eager = false }: FilmCoverProps) {
  const share = positionMs === undefined || durationMs === 0 ? null : Math.min(1, positionMs / durationMs);
  return (
    <span className={classNames(styles.cover, className)}>
      <img
        src={cover}
        alt=""
        width="640"
        height="360"
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className={styles.picture}
      />
      <bdi dir="ltr" className={styles.length}>
        {lengthText(durationMs)}
      </bdi>
      {share === null ? null : (
        <span className={styles.seen}>
          <span style={{ inlineSize: `${share * 100}%` }} />
        </span>
      )}
    </span>
  );
}
