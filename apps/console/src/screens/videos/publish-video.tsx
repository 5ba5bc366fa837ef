import { useQuery } from '@tanstack/react-query';
import { coverOf, publishVideo, readClasses, type WholeVideo } from '../../api/library/videos.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Texts } from '../../features/words/member-languages.ts';
import { PublishDialog } from '../../features/words/publish-dialog.tsx';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { FilmPlayer } from './film-player.tsx';
import { useAccessText } from './use-access-text.ts';
import { VideoPreview } from './video-preview.tsx';

/** Shows a title as members will see it, in each of its languages, and publishes it. */
export function PublishVideo({ video, onClose }: { video: WholeVideo; onClose: () => void }) {
  const t = useText();
  const access = useAccessText();
  const facts = useFacts(video);
  const { id, filmId } = video;
  const cover = coverOf(video);
  const publish = useAct(() => publishVideo(id), {
    confirmation: (now) => t(now.state === 'shown' ? 'videos.done.shown' : 'videos.done.waiting'),
    onDone: onClose,
  });
  return (
    <PublishDialog
      open
      title={t('videos.publish')}
      about={t(filmId === null ? 'videos.publishWaits' : 'videos.publishAbout')}
      act={t('videos.publish')}
      texts={textsOf(video)}
      preview={(words, spoken) => (
        <VideoPreview
          {...words}
          {...{ spoken, cover, facts, mark: access(video.access) }}
          player={filmId === null ? undefined : <FilmPlayer filmId={filmId} cover={cover} />}
        />
      )}
      busy={publish.isPending}
      error={publish.error}
      onAct={() => publish.mutate(undefined)}
      onClose={onClose}
    />
  );
}

/** Class, length and age limit, as below the player of members. */
function useFacts({ classId, age, films, filmId }: WholeVideo): string {
  const t = useText();
  const times = useTimes();
  const words = useHouseWords();
  const { data: classes = [] } = useQuery({
    queryKey: ['video-classes'],
    queryFn: ({ signal }) => readClasses(signal),
  });
  const own = classes.find(({ id }) => id === classId);
  const durationMs = films.find(({ id }) => id === filmId)?.durationMs ?? null;
  const parts = [
    ...(own === undefined ? [] : [words(own.texts, 'name')]),
    ...(durationMs === null ? [] : [times.span(durationMs)]),
    age === 0 ? t('videos.ageAll') : t('videos.from', { age }),
  ];
  return parts.join(' · ');
}

function textsOf({ texts }: WholeVideo): Texts<'name' | 'description'> {
  return Object.fromEntries(
    Object.entries(texts).map(([code, { name, description }]) => [code, { name, description }]),
  );
}
