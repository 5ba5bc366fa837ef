import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const staff: ConsolePage = {
  name: 'staff',
  title: 'staff.title',
  icon: BadgeOutlined,
  needs: 'GET /api/console/staff',
  defaultFilter: { state: 'working' },
  list: lazyScreen(async () => (await import('./staff-list.tsx')).StaffList),
  api: async () => (await import('../../api/staff/staff.ts')).staffApi,
};
