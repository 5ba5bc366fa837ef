import HowToRegOutlined from '@mui/icons-material/HowToRegOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const proposals: ConsolePage = {
  name: 'proposals',
  title: 'proposals.title',
  icon: HowToRegOutlined,
  needs: 'GET /api/console/proposals',
  defaultFilter: { state: 'open' },
  queues: ['proposals'],
  list: lazyScreen(async () => (await import('./proposal-list.tsx')).ProposalList),
  show: lazyScreen(async () => (await import('./proposal-show.tsx')).ProposalShow),
  api: async () => (await import('../../api/staff/proposals.ts')).proposalsApi,
};
