import ContactSupportOutlined from '@mui/icons-material/ContactSupportOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

const load = () => import('./screens.ts');

export const formalComplaints: ConsolePage = {
  name: 'formal-complaints',
  title: 'formalComplaints.title',
  icon: ContactSupportOutlined,
  needs: 'GET /api/console/formal-complaints',
  defaultFilter: { state: 'open' },
  queues: ['formal-complaints'],
  list: lazyScreen(async () => (await load()).FormalList),
  show: lazyScreen(async () => (await load()).FormalShow),
  api: async () => (await load()).formalComplaintsApi,
};

export const complaintReport: ConsolePage = {
  name: 'complaint-report',
  title: 'formalComplaints.report',
  icon: ContactSupportOutlined,
  needs: 'GET /api/console/formal-complaints/report',
  isHidden: true,
  list: lazyScreen(async () => (await import('./complaint-report.tsx')).ComplaintReport),
};
