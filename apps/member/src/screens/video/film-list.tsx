import { useInfiniteQuery } from '@tanstack/react-query';
import Clapperboard from 'lucide-react/icons/clapperboard';
import SearchX from 'lucide-react/icons/search-x';
import { useTranslations } from 'use-intl';
import { videosQuery } from '../../api/library/videos.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { FilmGrid } from '../../features/videos/film-card.tsx';
import { Notice } from '../../ui/notice/notice.tsx';

/** Titles of a category, newest first; null means all categories. */
export function FilmList({ filmClass, search }: { filmClass: string | null; search: string }) {
  const query = useInfiniteQuery(videosQuery({ class: filmClass, search }));
  return (
    <EndlessQuery query={query} blocks={[180, 180, 180]} empty={<Nothing search={search} />}>
      {(videos) => <FilmGrid videos={videos} />}
    </EndlessQuery>
  );
}

function Nothing({ search }: { search: string }) {
  const t = useTranslations('video');
  const sign = { size: 32, strokeWidth: 1.5, 'aria-hidden': true } as const;
  if (search === '') {
    return (
      <Notice sign={<Clapperboard {...sign} />} title={t('none')}>
        <p>{t('noneText')}</p>
      </Notice>
    );
  }
  return (
    <Notice sign={<SearchX {...sign} />} title={t('noneFound')}>
      <p>{t('noneFoundText', { search })}</p>
    </Notice>
  );
}
