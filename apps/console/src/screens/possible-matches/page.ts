import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { PossibleMatchesPage } from './possible-matches.tsx';

export const possibleMatches: ConsolePage = {
  name: 'possible-matches',
  title: 'matches.title',
  icon: PeopleOutlined,
  needs: 'GET /api/console/possible-matches',
  list: PossibleMatchesPage,
};
