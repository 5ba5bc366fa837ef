import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const members: ConsolePage = {
  name: 'members',
  title: 'members.title',
  icon: PeopleOutlined,
  needs: 'GET /api/console/members',
  list: lazyScreen(async () => (await import('./member-list.tsx')).MemberList),
  show: lazyScreen(async () => (await import('./member-show.tsx')).MemberShow),
  api: async () => (await import('../../api/members/members.ts')).membersApi,
};
