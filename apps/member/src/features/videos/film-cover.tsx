import type { VideoCard } from '../../api/shared/types.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './film-card.module.css';
import { lengthText } from './length-text.ts';

interface FilmCoverProps {
  video: Pick<VideoCard, 'cover' | 'durationMs'>;
  /** Where the member stopped, in milliseconds. */
  positionMs?: number;
  className?: string;
  /** Width on the page, as in `sizes` of an image. */
  sizes?: string;
  /** Load at once, because it is visible when the page opens. */
  eager?: boolean;
}

/** Two columns on phones. */
const IN_GRID = '(min-width: 640px) 200px, 46vw';

/** The cover of a title with its length and the watched share. */
export function FilmCover(props: FilmCoverProps) {
  const { video, positionMs, className, sizes = IN_GRID, eager = false } = props;
  const { cover, durationMs } = video;
  const share = positionMs === undefined || durationMs === 0 ? null : Math.min(1, positionMs / durationMs);
  return (
    <span className={classNames(styles.cover, className)}>
      <img
        src={cover}
        srcSet={`${cover}&w=160 160w, ${cover}&w=320 320w, ${cover} 640w`}
        // Browsers that can measure a lazy picture do so.
        sizes={eager ? sizes : `auto, ${sizes}`}
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
