import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import { membersApi } from '../../api/members/members.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { MemberList } from './member-list.tsx';
import { MemberShow } from './member-show.tsx';

export const members: ConsolePage = {
  name: 'members',
  title: 'members.title',
  icon: PeopleOutlined,
  needs: 'GET /api/console/members',
  list: MemberList,
  show: MemberShow,
  api: membersApi,
};
