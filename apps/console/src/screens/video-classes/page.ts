import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const videoClasses: ConsolePage = {
  name: 'video-classes',
  title: 'classes.title',
  icon: CategoryOutlined,
  needs: 'GET /api/console/video-classes',
  list: lazyScreen(async () => (await import('./class-list.tsx')).ClassList),
  api: async () => (await import('../../api/library/videos.ts')).classesApi,
};
