import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const dashboard: ConsolePage = {
  name: 'dashboard',
  title: 'dashboard.title',
  icon: DashboardOutlined,
  needs: 'GET /api/console/queues',
  list: lazyScreen(async () => (await import('./dashboard-page.tsx')).DashboardPage),
};
