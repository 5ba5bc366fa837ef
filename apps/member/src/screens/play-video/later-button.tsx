import { useQueryClient } from '@tanstack/react-query';
import Bookmark from 'lucide-react/icons/bookmark';
import BookmarkCheck from 'lucide-react/icons/bookmark-check';
import { useTranslations } from 'use-intl';
import { setWatchLater } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Video } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { Button } from '../../ui/button/button.tsx';
import styles from './play-video.module.css';

/** Adds the film to the member's watch-later list, or removes it. Nothing for visitors. */
export function LaterButton({ video: { id, later } }: { video: Video }) {
  const t = useTranslations('video');
  const client = useQueryClient();
  const { busy, problemText, act } = useAct(async () => {
    await setWatchLater(id, !later);
    client.setQueryData(keys.video(id), (known: Video | undefined) => known && { ...known, later: !later });
    void client.invalidateQueries({ queryKey: keys.watchLater });
  });
  if (later === null) return null;
  const Sign = later ? BookmarkCheck : Bookmark;
  return (
    <div>
      <Button look="quiet" aria-pressed={later} busy={busy} onClick={act} className={styles.later}>
        <Sign size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('later')}
      </Button>
      <FormProblem text={problemText} />
    </div>
  );
}
