import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Heart from 'lucide-react/icons/heart';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { bookingsQuery, favouritesQuery } from '../../api/library/bookings.ts';
import { lookAgain } from '../../api/library/guide.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { BookingCard } from '../../features/hosts/booking-card.tsx';
import { HostGrid } from '../../features/hosts/host-card.tsx';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './my-hosts.module.css';

const TABS = ['bookings', 'favourites'] as const;
const SIGN = { size: 32, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** `/MyHosts?tab`: the member's booking requests, and their favourite hosts. */
export function MyHosts() {
  const t = useTranslations('bookings');
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const shown = TABS.find((tab) => tab === params.get('tab')) ?? TABS[0];
  return (
    <Screen
      title={t('title')}
      back={paths.choose()}
      columns
      onRefresh={() => client.refetchQueries({ queryKey: keys.anyHost, type: 'active' }, { throwOnError: true })}
    >
      <div className={styles.page}>
        <Segments
          label={t('title')}
          look="fill"
          value={shown}
          options={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(tab) => setParams({ tab }, { replace: true })}
        />
        {shown === 'bookings' ? <Bookings /> : <Favourites />}
      </div>
    </Screen>
  );
}

function Bookings() {
  const t = useTranslations('bookings');
  const query = useInfiniteQuery(bookingsQuery());
  return (
    <EndlessQuery
      query={query}
      blocks={[160, 160]}
      empty={
        <Notice sign={<CalendarDays {...SIGN} />} title={t('none')} actions={<ToCities />}>
          <p>{t('noneText')}</p>
        </Notice>
      }
    >
      {(bookings) => (
        <ul className={styles.bookings}>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <BookingCard booking={booking}>
                <ButtonLink look="plain" to={paths.servicePage({ id: booking.threadId })}>
                  {t('open')}
                </ButtonLink>
              </BookingCard>
            </li>
          ))}
        </ul>
      )}
    </EndlessQuery>
  );
}

function Favourites() {
  const t = useTranslations('bookings');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(favouritesQuery());
  if (data === undefined) {
    return error === null ? <Skeleton blocks={[260, 260]} /> : <Failed error={error} onRetry={() => void refetch()} />;
  }
  if (data.length > 0) return <HostGrid hosts={data} onBroken={() => void lookAgain(client)} />;
  return (
    <Notice sign={<Heart {...SIGN} />} title={t('noFavourites')} actions={<ToCities />}>
      <p>{t('noFavouritesText')}</p>
    </Notice>
  );
}

function ToCities() {
  const t = useTranslations('guide');
  return <ButtonLink to={paths.choose()}>{t('allCities')}</ButtonLink>;
}
