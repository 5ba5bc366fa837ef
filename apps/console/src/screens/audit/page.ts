import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const audit: ConsolePage = {
  name: 'audit',
  title: 'audit.title',
  icon: HistoryOutlined,
  needs: 'GET /api/console/audit',
  list: lazyScreen(async () => (await import('./act-list.tsx')).ActList),
  api: async () => (await import('../../api/staff/audit.ts')).auditApi,
};
