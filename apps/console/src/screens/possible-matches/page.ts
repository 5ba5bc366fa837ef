import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const possibleMatches: ConsolePage = {
  name: 'possible-matches',
  title: 'matches.title',
  icon: PeopleOutlined,
  needs: 'GET /api/console/possible-matches',
  defaultFilter: { state: 'open' },
  queues: ['possible-matches'],
  list: lazyScreen(async () => (await import('./match-list.tsx')).MatchList),
  show: lazyScreen(async () => (await import('./match-show.tsx')).MatchShow),
  api: async () => (await import('../../api/members/possible-matches.ts')).possibleMatchesApi,
};
