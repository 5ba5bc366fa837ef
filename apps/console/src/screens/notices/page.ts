import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import { noticesApi } from '../../api/house/notices.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { NoticeCreate } from './notice-create.tsx';
import { NoticeList } from './notice-list.tsx';
import { NoticeShow } from './notice-show.tsx';

export const notices: ConsolePage = {
  name: 'notices',
  title: 'notices.title',
  icon: CampaignOutlined,
  needs: 'GET /api/console/notices',
  list: NoticeList,
  create: NoticeCreate,
  show: NoticeShow,
  api: noticesApi,
};
