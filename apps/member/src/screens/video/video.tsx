import { useQuery, useQueryClient } from '@tanstack/react-query';
import Bookmark from 'lucide-react/icons/bookmark';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { FILM_SORTS, type FilmSort, videoClassesQuery } from '../../api/library/videos.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { ContinueRow } from '../../features/videos/continue-row.tsx';
import { usePreloadedPlayer } from '../../features/videos/preload-player.ts';
import { paths } from '../../paths.ts';
import { IconLink } from '../../ui/button/button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { SearchField } from '../../ui/search-field/search-field.tsx';
import { searchText } from '../../ui/search-field/search-text.ts';
import { SwipeTabs } from '../../ui/swipe-tabs/swipe-tabs.tsx';
import { FilmFilter } from './film-filter.tsx';
import { FilmList } from './film-list.tsx';
import styles from './video.module.css';

const ALL = 'all';

/** The film library: a tab with an infinite list per category, and one search, order and filter for all. */
export function Video() {
  const t = useTranslations();
  const client = useQueryClient();
  const { shown, show, ...wanted } = useVideoSearch();
  const { search, sort, included } = wanted;
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
      client.refetchQueries({ queryKey: keys.unfinishedVideos, type: 'active' }, ask),
    ]);
  }

  return (
    <Screen tabs title={t('titles.video')} onRefresh={refresh} action={<LaterLink />}>
      <SearchField
        label={t('video.search')}
        clearLabel={t('video.clear')}
        value={search}
        onChange={(next) => show({ search: next })}
      />
      <FilmFilter sort={sort} included={included} onChange={show} />
      {shown === ALL && search === '' && !included ? (
        <div className={styles.started}>
          <ContinueRow />
        </div>
      ) : null}
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
            <FilmList ask={{ class: key === ALL ? null : key, ...wanted }} />
          </div>
        )}
      </SwipeTabs>
      <PlayNote />
    </Screen>
  );
}

/** Leads members to their watch-later list. */
function LaterLink() {
  const t = useTranslations('video');
  if (useSession().status !== 'member') return null;
  return (
    <IconLink to={paths.watchLater()} label={t('later')}>
      <Bookmark size={22} strokeWidth={1.75} aria-hidden="true" />
    </IconLink>
  );
}

/** Category, search text, order and filter in the URL. */
function useVideoSearch() {
  const [params, setParams] = useSearchParams();
  const shown = params.get('class') ?? ALL;
  const search = searchText(params.get('search'));
  const sort = FILM_SORTS.find((one) => one === params.get('sort')) ?? 'newest';
  const included = params.get('included') === '1';
  const { status } = useSession();
  const before = useRef(shown);
  useEffect(() => {
    // Each category starts at its top.
    if (before.current !== shown) window.scrollTo({ top: 0 });
    before.current = shown;
  }, [shown]);
  return {
    shown,
    search,
    sort,
    // Visitors have no balance.
    included: included && status !== 'visitor',
    show(next: { shown?: string; search?: string; sort?: FilmSort; included?: boolean }) {
      setParams(
        (now) => {
          const to = new URLSearchParams(now);
          write(to, 'class', next.shown ?? now.get('class') ?? ALL, ALL);
          write(to, 'search', next.search ?? now.get('search') ?? '', '');
          write(to, 'sort', next.sort ?? now.get('sort') ?? '', 'newest');
          if (next.included !== undefined) write(to, 'included', next.included ? '1' : '', '');
          return to;
        },
        { replace: true },
      );
    },
  };
}

function write(params: URLSearchParams, name: string, value: string, silent: string): void {
  if (value === silent || value === '') params.delete(name);
  else params.set(name, value);
}
