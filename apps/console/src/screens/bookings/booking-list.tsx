import { useQuery } from '@tanstack/react-query';
import { readCities } from '../../api/library/cities.ts';
import { BOOKING_STATES, type ListedBooking } from '../../api/members/bookings.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { SearchFilter } from '../../features/list/search-filter.tsx';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { MemberFilter } from '../../features/members/member-filter.tsx';
import { MemberLink } from '../../features/members/member-link.tsx';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { BookingChip } from './booking-chip.tsx';
import { startsAt } from './starts.ts';

type Row = ListedBooking & { key: string };

const NARROWING: readonly Narrowing[] = [{ kind: 'member' }, { kind: 'days', label: 'bookings.day' }];

/** Booking requests of all members, by day. */
export function BookingList() {
  const t = useText();
  const words = useHouseWords();
  const { data: cities = [] } = useQuery({
    queryKey: ['cities', 'named'],
    queryFn: ({ signal }) => readCities(signal),
  });
  return (
    <ListPage<Row>
      title={t('bookings.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/bookings/${key}/show`}
      nameOf={({ hostName }) => hostName || t('reports.removedHost')}
      empty={t('bookings.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <MemberFilter />
          <SearchFilter label={t('bookings.search')} />
          <StateFilter
            label={t('hosts.city')}
            name="cityId"
            all={t('list.all')}
            options={cities.map(({ id, texts }) => ({ value: id, label: words(texts, 'name') }))}
          />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={BOOKING_STATES.map((state) => ({ value: state, label: t(`desk.booking.state.${state}`) }))}
          />
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  const words = useHouseWords();
  return [
    { key: 'host', label: t('desk.host'), cell: () => null },
    {
      key: 'day',
      label: t('bookings.day'),
      sort: 'day',
      widthMin: 110,
      cell(row) {
        const { day, hour } = startsAt(row);
        return t('bookings.at', { day: times.shortDay(day), hour });
      },
    },
    {
      key: 'member',
      label: t('desk.member'),
      cell: ({ memberId, userName }) => <MemberLink memberId={memberId}>{userName}</MemberLink>,
    },
    { key: 'service', label: t('desk.booking.service'), cell: ({ service }) => t(`hosts.service.${service}`) },
    { key: 'city', label: t('hosts.city'), cell: ({ city }) => words(city, 'name') },
    { key: 'asked', label: t('bookings.asked'), cell: ({ atMs }) => times.distance(atMs, Date.now()) },
    { key: 'state', label: t('list.state'), cell: ({ state }) => <BookingChip state={state} /> },
  ];
}
