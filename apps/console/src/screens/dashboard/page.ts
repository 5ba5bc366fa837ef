import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { DashboardPage } from './dashboard-page.tsx';

export const dashboard: ConsolePage = {
  name: 'dashboard',
  title: 'dashboard.title',
  icon: DashboardOutlined,
  needs: 'GET /api/console/queues',
  list: DashboardPage,
};
