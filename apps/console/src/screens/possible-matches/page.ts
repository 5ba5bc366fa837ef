import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const possibleMatches: ConsolePage = {
  name: 'possible-matches',
  title: 'matches.title',
  icon: PeopleOutlined,
  needs: 'GET /api/console/possible-matches',
  queues: ['possible-matches'],
  list: lazyScreen(async () => (await import('./possible-matches.tsx')).PossibleMatchesPage),
};
