import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import Bookmark from 'lucide-react/icons/bookmark';
import { useTranslations } from 'use-intl';
import { setWatchLater, watchLaterQuery } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import list from '../../features/lists/list.module.css';
import { FilmRow } from '../../features/videos/film-row.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';

/** `/WatchLater`: titles that the member saved, latest first. */
export function WatchLater() {
  const t = useTranslations('video');
  const client = useQueryClient();
  const query = useInfiniteQuery(watchLaterQuery());
  const refresh = () => client.refetchQueries({ queryKey: keys.watchLater }, { throwOnError: true });
  return (
    <Screen title={t('later')} back={paths.video()} onRefresh={refresh}>
      <EndlessQuery query={query} blocks={[84, 84, 84]} empty={<Nothing />}>
        {(items) => (
          <ul className={list.list}>
            {items.map(({ video }) => (
              <FilmRow
                key={video.id}
                video={video}
                onRemove={async () => {
                  await setWatchLater(video.id, false);
                  void client.invalidateQueries({ queryKey: keys.video(video.id) });
                  await client.invalidateQueries({ queryKey: keys.watchLater });
                }}
              />
            ))}
          </ul>
        )}
      </EndlessQuery>
    </Screen>
  );
}

function Nothing() {
  const t = useTranslations();
  return (
    <Notice
      sign={<Bookmark size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('watched.laterNone')}
      actions={<ButtonLink to={paths.video()}>{t('video.allFilms')}</ButtonLink>}
    >
      <p>{t('watched.laterNoneText')}</p>
    </Notice>
  );
}
