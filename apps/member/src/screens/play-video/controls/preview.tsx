import { useQuery } from '@tanstack/react-query';
import { getBytes } from '../../../api/shared/client.ts';
import { lengthText } from '../../../features/videos/length-text.ts';
import { parseThumbnails, thumbnailAt } from '../film/thumbnails.ts';
import styles from '../player.module.css';
import marks from './chapter-marks.module.css';

interface PreviewProps {
  url: string | null;
  atMs: number;
  /** Position from 0 to 1. */
  share: number;
  /** Title of the chapter at the position; null for none. */
  chapter: string | null;
}

/** Thumbnail above the seek bar, with the position and its chapter. */
export function Preview({ url, atMs, share, chapter }: PreviewProps) {
  const { data } = useQuery({
    queryKey: ['thumbnails', url],
    queryFn: async () => parseThumbnails(new TextDecoder().decode(await getBytes(url ?? '')), location.origin + url),
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = thumbnailAt(data ?? [], atMs);
  return (
    <div
      aria-hidden="true"
      className={styles.thumbnail}
      // Shift it towards the middle, so that it stays inside the page at both ends.
      style={{ insetInlineStart: `${share * 100}%`, translate: `${-share * 100}%` }}
    >
      {found === null ? null : (
        <span
          className={styles.frame}
          style={{
            inlineSize: found.width,
            blockSize: found.height,
            backgroundImage: `url("${found.url}")`,
            backgroundPosition: `-${found.x}px -${found.y}px`,
          }}
        />
      )}
      {chapter === null ? null : <bdi className={marks.name}>{chapter}</bdi>}
      {lengthText(atMs)}
    </div>
  );
}
