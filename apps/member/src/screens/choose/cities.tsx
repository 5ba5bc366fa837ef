import { useInfiniteQuery } from '@tanstack/react-query';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import MapIcon from 'lucide-react/icons/map';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { citiesQuery } from '../../api/library/guide.ts';
import type { City } from '../../api/shared/types.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { RowLink, Rows } from '../../ui/row/row.tsx';
import { SearchField } from '../../ui/search-field/search-field.tsx';
import styles from './choose.module.css';
import { CityCard } from './city-card.tsx';
import { byNearness } from './distance.ts';
import { type Here, useMyLocation } from './use-location.ts';

/** Cities of the guide, the largest first, or by distance if the member asks for that. */
export function Cities({ search, onSearch }: { search: string; onSearch(next: string): void }) {
  const t = useTranslations('guide');
  const query = useInfiniteQuery(citiesQuery(search));
  const { here, ask, forget } = useMyLocation();
  const isNear = here.state === 'known';
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    // Loads all pages, since the nearest city may be on any of them.
    if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <>
      <div className={styles.tools}>
        <SearchField label={t('search')} clearLabel={t('clear')} value={search} onChange={onSearch} />
        <Button
          look="quiet"
          className={styles.near}
          aria-pressed={isNear}
          busy={here.state === 'asking'}
          onClick={isNear ? forget : ask}
        >
          <LocateFixed size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(isNear ? 'nearOff' : 'near')}
        </Button>
        <NearHint here={here} />
      </div>
      <MyHostsLink />
      <EndlessQuery query={query} blocks={[200, 200, 200]} empty={<Nothing search={search} />}>
        {(cities) => <CityList cities={cities} here={here} />}
      </EndlessQuery>
    </>
  );
}

function MyHostsLink() {
  const t = useTranslations('guide');
  const session = useSession();
  if (session.status !== 'member') return null;
  return (
    <Rows>
      <RowLink
        to={paths.myHosts()}
        icon={<CalendarHeart size={22} strokeWidth={1.75} aria-hidden="true" />}
        label={t('myHosts')}
      />
    </Rows>
  );
}

function NearHint({ here }: { here: Here }) {
  const t = useTranslations('guide');
  return (
    <p className={styles.told} role="status">
      {t(`nearTold.${here.state}`)}
    </p>
  );
}

function CityList({ cities, here }: { cities: City[]; here: Here }) {
  const sorted = here.state === 'known' ? byNearness(cities, here.place) : cities.map((place) => ({ place, km: null }));
  return (
    <ul className={styles.cities}>
      {sorted.map(({ place, km }) => (
        <li key={place.id}>
          <CityCard city={place} km={km} />
        </li>
      ))}
    </ul>
  );
}

function Nothing({ search }: { search: string }) {
  const t = useTranslations('guide');
  const sign = { size: 32, strokeWidth: 1.5, 'aria-hidden': true } as const;
  return search === '' ? (
    <Notice sign={<MapIcon {...sign} />} title={t('noCities')}>
      <p>{t('noCitiesText')}</p>
    </Notice>
  ) : (
    <Notice sign={<SearchX {...sign} />} title={t('noneFound')}>
      <p>{t('noneFoundText', { search })}</p>
    </Notice>
  );
}
