import ContactPageOutlined from '@mui/icons-material/ContactPageOutlined';
import { visitorsApi } from '../../api/members/visitors.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { VISITOR_QUEUES } from './use-visitor-news.ts';
import { VisitorList } from './visitor-list.tsx';
import { VisitorShow } from './visitor-show.tsx';

export const visitors: ConsolePage = {
  name: 'visitors',
  title: 'visitors.title',
  icon: ContactPageOutlined,
  needs: 'GET /api/console/visitor-threads',
  queues: VISITOR_QUEUES,
  list: VisitorList,
  show: VisitorShow,
  api: visitorsApi,
};
