import QuickreplyOutlined from '@mui/icons-material/QuickreplyOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const canned: ConsolePage = {
  name: 'canned',
  title: 'canned.title',
  icon: QuickreplyOutlined,
  needs: 'GET /api/console/desk/canned',
  list: lazyScreen(async () => (await import('./canned-list.tsx')).CannedList),
  create: lazyScreen(async () => (await import('./canned-form.tsx')).CannedCreate),
  edit: lazyScreen(async () => (await import('./canned-form.tsx')).CannedEdit),
  api: async () => (await import('../../api/members/canned.ts')).cannedApi,
};
