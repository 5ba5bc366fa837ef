import ContactPageOutlined from '@mui/icons-material/ContactPageOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';
import { VISITOR_QUEUES } from './use-visitor-news.ts';

export const visitors: ConsolePage = {
  name: 'visitors',
  title: 'visitors.title',
  icon: ContactPageOutlined,
  needs: 'GET /api/console/visitor-threads',
  queues: VISITOR_QUEUES,
  defaultFilter: { state: 'open' },
  list: lazyScreen(async () => (await import('./visitor-list.tsx')).VisitorList),
  show: lazyScreen(async () => (await import('./visitor-show.tsx')).VisitorShow),
  api: async () => (await import('../../api/members/visitors.ts')).visitorsApi,
};
