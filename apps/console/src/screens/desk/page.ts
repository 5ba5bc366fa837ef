import ForumOutlined from '@mui/icons-material/ForumOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const desk: ConsolePage = {
  name: 'desk',
  title: 'desk.title',
  icon: ForumOutlined,
  needs: 'GET /api/console/desk/threads',
  defaultFilter: { state: 'open' },
  queues: ['desk', 'desk-back'],
  list: lazyScreen(async () => (await import('./thread-list.tsx')).ThreadList),
  show: lazyScreen(async () => (await import('./thread-show.tsx')).ThreadShow),
  api: async () => (await import('../../api/members/desk.ts')).deskApi,
};
