import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import { staffApi } from '../../api/staff/staff.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const staff: ConsolePage = {
  name: 'staff',
  title: 'staff.title',
  icon: BadgeOutlined,
  needs: 'GET /api/console/staff',
  list: lazyScreen(async () => (await import('./staff-list.tsx')).StaffList),
  api: staffApi,
};
