import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const notices: ConsolePage = {
  name: 'notices',
  title: 'notices.title',
  icon: CampaignOutlined,
  needs: 'GET /api/console/notices',
  list: lazyScreen(async () => (await import('./notice-list.tsx')).NoticeList),
  create: lazyScreen(async () => (await import('./notice-create.tsx')).NoticeCreate),
  show: lazyScreen(async () => (await import('./notice-show.tsx')).NoticeShow),
  api: async () => (await import('../../api/house/notices.ts')).noticesApi,
};
