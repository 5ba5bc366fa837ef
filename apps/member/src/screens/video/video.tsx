import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { videoClassesQuery } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { usePreloadedPlayer } from '../../features/videos/preload-player.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { SearchField } from '../../ui/search-field/search-field.tsx';
import { searchText } from '../../ui/search-field/search-text.ts';
import { SwipeTabs } from '../../ui/swipe-tabs/swipe-tabs.tsx';
import { FilmList } from './film-list.tsx';
import styles from './video.module.css';

const ALL = 'all';

/** The film library: a tab with an infinite list per category, and one search for all. */
export function Video() {
  const t = useTranslations();
  const client = useQueryClient();
  const { shown, search, show } = useVideoSearch();
  const classes = useQuery(videoClassesQuery()).data?.items;
  const tabs = useMemo(
    () => [
      { key: ALL, label: t('video.all') },
      ...(classes ?? []).map(({ slug, name }) => ({ key: slug, label: name })),
    ],
    [classes, t],
  );
  usePreloadedPlayer();

  function refresh(): Promise<unknown> {
    const ask = { throwOnError: true };
    return Promise.all([
      client.refetchQueries({ queryKey: keys.videoClasses }, ask),
      client.refetchQueries({ queryKey: keys.allVideos, type: 'active' }, ask),
    ]);
  }

  return (
    <Screen tabs title={t('titles.video')} onRefresh={refresh}>
      <SearchField
        label={t('video.search')}
        clearLabel={t('video.clear')}
        value={search}
        onChange={(next) => show({ search: next })}
      />
      <SwipeTabs
        // Remounts when the categories load, to open the one in the URL.
        key={classes === undefined ? 'unknown' : 'known'}
        label={t('video.classes')}
        tabs={tabs}
        shown={shown}
        onShow={(key) => show({ shown: key })}
      >
        {(key) => (
          <div className={styles.page}>
            <FilmList filmClass={key === ALL ? null : key} search={search} />
          </div>
        )}
      </SwipeTabs>
      <PlayNote />
    </Screen>
  );
}

/** Category and search text in the URL. */
function useVideoSearch() {
  const [params, setParams] = useSearchParams();
  const shown = params.get('class') ?? ALL;
  const search = searchText(params.get('search'));
  const before = useRef(shown);
  useEffect(() => {
    // Each category starts at its top.
    if (before.current !== shown) window.scrollTo({ top: 0 });
    before.current = shown;
  }, [shown]);
  return {
    shown,
    search,
    show(next: { shown?: string; search?: string }) {
      setParams(
        (now) => {
          const to = new URLSearchParams(now);
          write(to, 'class', next.shown ?? now.get('class') ?? ALL, ALL);
          write(to, 'search', next.search ?? now.get('search') ?? '', '');
          return to;
        },
        { replace: true },
      );
    },
  };
}

function write(params: URLSearchParams, name: string, value: string, silent: string): void {
  if (value === silent) params.delete(name);
  else params.set(name, value);
}
