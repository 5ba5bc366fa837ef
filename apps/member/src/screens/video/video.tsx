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

/** The library: its categories side by side, each an endless list, with one search over them. */
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
        // The pages turn to a category of the address once its name is known.
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

/** Category and search, kept in the address. */
function useVideoSearch() {
  const [params, setParams] = useSearchParams();
  const shown = params.get('class') ?? ALL;
  const search = searchText(params.get('search'));
  const before = useRef(shown);
  useEffect(() => {
    // Another category begins at its top, below the bar that stays.
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
