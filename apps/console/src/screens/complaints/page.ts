import ContactSupportOutlined from '@mui/icons-material/ContactSupportOutlined';
import { complaintsApi } from '../../api/members/complaints.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { ComplaintList } from './complaint-list.tsx';
import { ComplaintShow } from './complaint-show.tsx';

export const complaints: ConsolePage = {
  name: 'complaints',
  title: 'complaints.title',
  icon: ContactSupportOutlined,
  needs: 'GET /api/console/complaints',
  list: ComplaintList,
  show: ComplaintShow,
  api: complaintsApi,
};
