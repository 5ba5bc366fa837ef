import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import { invitesApi } from '../../api/members/invites.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { InviteList } from './invite-list.tsx';
import { InviteShow } from './invite-show.tsx';

export const invites: ConsolePage = {
  name: 'invites',
  title: 'invites.title',
  icon: ConfirmationNumberOutlined,
  needs: 'GET /api/console/invites',
  list: InviteList,
  show: InviteShow,
  api: invitesApi,
};
