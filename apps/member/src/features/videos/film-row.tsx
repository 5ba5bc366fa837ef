import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { VideoCard } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/button/button.tsx';
import { Link } from '../../ui/link/link.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useAct } from '../forms/use-act.ts';
import { FilmCover } from './film-cover.tsx';
import styles from './film-row.module.css';
import { usePrefetchedWatching } from './preload-player.ts';
import { PriceMark } from './price-mark.tsx';

interface FilmRowProps {
  video: VideoCard;
  /** Where the member stopped, in milliseconds. */
  positionMs?: number;
  /** Below the name. */
  note?: ReactNode;
  /** Takes the film off the member's list. */
  onRemove(): Promise<unknown>;
}

/** A title on a list of the member's own, with a button that takes it off the list. */
export function FilmRow({ video, positionMs, note, onRemove }: FilmRowProps) {
  const t = useTranslations('watched');
  const watchAhead = usePrefetchedWatching();
  const { busy, problemText, act } = useAct(async () => {
    await onRemove();
    say(t('removed'));
  });
  return (
    <li>
      <div className={styles.row}>
        <Link to={paths.playVideo(video.id)} className={styles.film} onClick={() => watchAhead(video.id)}>
          <FilmCover
            video={video}
            {...(positionMs === undefined ? {} : { positionMs })}
            sizes="112px"
            className={styles.cover}
          />
          <span className={styles.words}>
            <span className={styles.name}>{video.name}</span>
            {note === undefined ? null : <span className={styles.note}>{note}</span>}
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
