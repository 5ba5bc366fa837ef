import ContactSupportOutlined from '@mui/icons-material/ContactSupportOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const complaints: ConsolePage = {
  name: 'complaints',
  title: 'complaints.title',
  icon: ContactSupportOutlined,
  needs: 'GET /api/console/complaints',
  defaultFilter: { state: 'open' },
  queues: ['complaints'],
  list: lazyScreen(async () => (await import('./complaint-list.tsx')).ComplaintList),
  show: lazyScreen(async () => (await import('./complaint-show.tsx')).ComplaintShow),
  api: async () => (await import('../../api/members/complaints.ts')).complaintsApi,
};
