import ForumOutlined from '@mui/icons-material/ForumOutlined';
import { deskApi } from '../../api/members/desk.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { ThreadList } from './thread-list.tsx';
import { ThreadShow } from './thread-show.tsx';

export const desk: ConsolePage = {
  name: 'desk',
  title: 'desk.title',
  icon: ForumOutlined,
  needs: 'GET /api/console/desk/threads',
  list: ThreadList,
  show: ThreadShow,
  api: deskApi,
};
