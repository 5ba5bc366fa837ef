import { useInfiniteQuery } from '@tanstack/react-query';
import Clapperboard from 'lucide-react/icons/clapperboard';
import SearchX from 'lucide-react/icons/search-x';
import { useTranslations } from 'use-intl';
import { type VideosAsk, videosQuery } from '../../api/library/videos.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { FilmGrid } from '../../features/videos/film-card.tsx';
import { Notice } from '../../ui/notice/notice.tsx';

/** Titles that match. */
export function FilmList({ ask }: { ask: VideosAsk }) {
  const query = useInfiniteQuery(videosQuery(ask));
  return (
    <EndlessQuery query={query} blocks={[180, 180, 180]} empty={<Nothing ask={ask} />}>
      {(videos) => <FilmGrid videos={videos} />}
    </EndlessQuery>
  );
}

function Nothing({ ask: { search, included } }: { ask: VideosAsk }) {
  const t = useTranslations('video');
  const sign = { size: 32, strokeWidth: 1.5, 'aria-hidden': true } as const;
  if (included) {
    return (
      <Notice sign={<SearchX {...sign} />} title={t('noneFound')}>
        <p>{t('noneIncluded')}</p>
      </Notice>
    );
  }
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
