import EventOutlined from '@mui/icons-material/EventOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const bookings: ConsolePage = {
  name: 'bookings',
  title: 'bookings.title',
  icon: EventOutlined,
  needs: 'GET /api/console/bookings',
  defaultFilter: { state: 'asked' },
  queues: ['bookings'],
  list: lazyScreen(async () => (await import('./booking-list.tsx')).BookingList),
  show: lazyScreen(async () => (await import('./booking-show.tsx')).BookingShow),
  api: async () => (await import('../../api/members/bookings.ts')).bookingsApi,
};
