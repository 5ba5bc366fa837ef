import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import { staffApi } from '../../api/staff/staff.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { StaffList } from './staff-list.tsx';

export const staff: ConsolePage = {
  name: 'staff',
  title: 'staff.title',
  icon: BadgeOutlined,
  needs: 'GET /api/console/staff',
  list: StaffList,
  api: staffApi,
};
