import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const invites: ConsolePage = {
  name: 'invites',
  title: 'invites.title',
  icon: ConfirmationNumberOutlined,
  needs: 'GET /api/console/invites',
  list: lazyScreen(async () => (await import('./invite-list.tsx')).InviteList),
  show: lazyScreen(async () => (await import('./invite-show.tsx')).InviteShow),
  api: async () => (await import('../../api/members/invites.ts')).invitesApi,
};
