import { useQueryClient } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useTranslations } from 'use-intl';
import { forgetWatched } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { WatchedVideo } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { FilmCover } from '../../features/videos/film-cover.tsx';
import { lengthText } from '../../features/videos/length-text.ts';
import { usePrefetchedWatching } from '../../features/videos/preload-player.ts';
import { PriceMark } from '../../features/videos/price-mark.tsx';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Link } from '../../ui/link/link.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './video-history.module.css';

/** A started film with its saved position, and a button to forget it. */
export function WatchedRow({ watched: { video, positionMs, atMs } }: { watched: WatchedVideo }) {
  const t = useTranslations('watched');
  const client = useQueryClient();
  const { minute } = useTimes();
  const watchAhead = usePrefetchedWatching();
  const { busy, problemText, act } = useAct(async () => {
    await forgetWatched(video.id);
    say(t('removed'));
    await client.invalidateQueries({ queryKey: keys.videoHistory });
  });
  return (
    <li>
      <div className={styles.row}>
        <Link to={paths.playVideo(video.id)} className={styles.film} onClick={() => watchAhead(video.id)}>
          <FilmCover video={video} positionMs={positionMs} className={styles.cover} />
          <span className={styles.words}>
            <span className={styles.name}>{video.name}</span>
            <span className={styles.place}>
              {t('at', { at: lengthText(positionMs), length: lengthText(video.durationMs), when: minute(atMs) })}
            </span>
            <PriceMark video={video} />
          </span>
        </Link>
        <IconButton label={t('remove', { name: video.name })} disabled={busy} onClick={act}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      <FormProblem text={problemText} />
    </li>
  );
}
