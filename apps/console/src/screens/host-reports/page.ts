import FlagOutlined from '@mui/icons-material/FlagOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const hostReports: ConsolePage = {
  name: 'host-reports',
  title: 'reports.title',
  icon: FlagOutlined,
  needs: 'GET /api/console/host-reports',
  defaultFilter: { state: 'waiting' },
  queues: ['host-reports'],
  list: lazyScreen(async () => (await import('./report-list.tsx')).ReportList),
  show: lazyScreen(async () => (await import('./report-show.tsx')).ReportShow),
  api: async () => (await import('../../api/library/host-reports.ts')).hostReportsApi,
};
