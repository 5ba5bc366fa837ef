import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import { classesApi } from '../../api/library/videos.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const videoClasses: ConsolePage = {
  name: 'video-classes',
  title: 'classes.title',
  icon: CategoryOutlined,
  needs: 'GET /api/console/video-classes',
  list: lazyScreen(async () => (await import('./class-list.tsx')).ClassList),
  api: classesApi,
};
