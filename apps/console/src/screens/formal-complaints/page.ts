import ContactSupportOutlined from '@mui/icons-material/ContactSupportOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const formalComplaints: ConsolePage = {
  name: 'formal-complaints',
  title: 'formalComplaints.title',
  icon: ContactSupportOutlined,
  needs: 'GET /api/console/formal-complaints',
  defaultFilter: { state: 'open' },
  queues: ['formal-complaints'],
  list: lazyScreen(async () => (await import('./formal-list.tsx')).FormalList),
  show: lazyScreen(async () => (await import('./formal-show.tsx')).FormalShow),
  api: async () => (await import('../../api/members/formal-complaints.ts')).formalComplaintsApi,
};

export const complaintReport: ConsolePage = {
  name: 'complaint-report',
  title: 'formalComplaints.report',
  icon: ContactSupportOutlined,
  needs: 'GET /api/console/formal-complaints/report',
  isHidden: true,
  list: lazyScreen(async () => (await import('./complaint-report.tsx')).ComplaintReport),
};
