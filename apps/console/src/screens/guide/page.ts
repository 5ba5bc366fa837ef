import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const guide: ConsolePage = {
  name: 'guide',
  title: 'guide.title',
  icon: MenuBookOutlined,
  needs: 'GET /api/console/guide',
  list: lazyScreen(async () => (await import('./guide-page.tsx')).GuidePage),
};
