import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import MapPinOff from 'lucide-react/icons/map-pin-off';
import SearchX from 'lucide-react/icons/search-x';
import UsersRound from 'lucide-react/icons/users-round';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { type HostsAsk, hostsQuery, lookAgain } from '../../api/library/guide.ts';
import { isNowhere } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { HostGrid } from '../../features/hosts/host-card.tsx';
import { SERVICES } from '../../features/hosts/services.tsx';
import { languageOf } from '../../features/language/locales.ts';
import { useLinkedName } from '../../features/links/linked-name.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { ShareLink } from '../../features/share/share-link.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { type Filtering, Filters } from './filters.tsx';
import styles from './list.module.css';

const SIGN = { size: 32, strokeWidth: 1.5, 'aria-hidden': true } as const;

const NO_FILTERS: Filtering = { service: null, language: null, day: null, favourites: false };

/** `/List?id&name&service&language&day&favourites`: hosts of a city. */
export function List() {
  const t = useTranslations('guide');
  const client = useQueryClient();
  const { ask, change } = useAsk();
  const name = useLinkedName();
  const query = useInfiniteQuery(hostsQuery(ask));
  const { data, error } = query;
  const city = data?.pages[0]?.items[0]?.cityName ?? name;
  const total = data?.pages.at(-1)?.total;
  const isUnknown = isNowhere(error);
  const clear = () => change(NO_FILTERS);
  return (
    <Screen
      title={isUnknown || city === '' ? t('list') : city}
      back={paths.choose()}
      columns
      action={isUnknown || city === '' ? undefined : <ShareLink title={city} path={paths.list({ id: ask.cityId })} />}
      onRefresh={() => client.refetchQueries({ queryKey: keys.anyHost, type: 'active' }, { throwOnError: true })}
    >
      {isUnknown ? (
        <NoCity />
      ) : (
        <div className={styles.page}>
          <Filters ask={ask} onChange={change} />
          {total === undefined ? null : (
            <p className={styles.count} role="status">
              {t('hosts', { count: total })}
            </p>
          )}
          <EndlessQuery query={query} blocks={[260, 260]} empty={<Nothing ask={ask} onClear={clear} />}>
            {(hosts) => <HostGrid hosts={hosts} onBroken={() => void lookAgain(client)} />}
          </EndlessQuery>
        </div>
      )}
    </Screen>
  );
}

function Nothing({ ask, onClear }: { ask: HostsAsk; onClear(): void }) {
  const t = useTranslations('guide');
  if (ask.service === null && ask.language === null && ask.day === null && !ask.favourites) {
    return (
      <Notice sign={<UsersRound {...SIGN} />} title={t('noHosts')}>
        <p>{t('noHostsText')}</p>
      </Notice>
    );
  }
  return (
    <Notice
      sign={<SearchX {...SIGN} />}
      title={t('noSuchHosts')}
      actions={
        <Button look="quiet" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      }
    >
      <p>{t('noSuchHostsText')}</p>
    </Notice>
  );
}

function NoCity() {
  const t = useTranslations('guide');
  return (
    <Notice
      sign={<MapPinOff {...SIGN} />}
      title={t('noCity')}
      actions={<ButtonLink to={paths.choose()}>{t('allCities')}</ButtonLink>}
    >
      <p>{t('noCityText')}</p>
    </Notice>
  );
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** City and filters in the URL. Unknown values are ignored. */
function useAsk() {
  const [params, setParams] = useSearchParams();
  const language = params.get('language');
  const day = params.get('day') ?? '';
  const ask: HostsAsk = {
    cityId: params.get('id') ?? '',
    service: SERVICES.find((one) => one === params.get('service')) ?? null,
    language: language !== null && languageOf(language) !== null ? language : null,
    day: DAY.test(day) ? day : null,
    favourites: params.get('favourites') === '1',
  };
  return {
    ask,
    change(next: Partial<Filtering>) {
      setParams(
        (now) => {
          const to = new URLSearchParams(now);
          for (const [name, value] of Object.entries(next)) {
            if (value === null || value === false) to.delete(name);
            else to.set(name, value === true ? '1' : value);
          }
          return to;
        },
        { replace: true },
      );
    },
  };
}
