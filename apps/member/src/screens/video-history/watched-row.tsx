import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { forgetWatched } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { WatchedVideo } from '../../api/shared/types.ts';
import { FilmRow } from '../../features/videos/film-row.tsx';
import { lengthText } from '../../features/videos/length-text.ts';
import { useTimes } from '../../ui/format/use-times.ts';

/** A started film with its saved position, and a button to forget it. */
export function WatchedRow({ watched: { video, positionMs, atMs } }: { watched: WatchedVideo }) {
  const t = useTranslations('watched');
  const client = useQueryClient();
  const { minute } = useTimes();
  return (
    <FilmRow
      video={video}
      positionMs={positionMs}
      note={t('at', { at: lengthText(positionMs), length: lengthText(video.durationMs), when: minute(atMs) })}
      onRemove={async () => {
        await forgetWatched(video.id);
        await client.invalidateQueries({ queryKey: keys.videoHistory });
      }}
    />
  );
}
