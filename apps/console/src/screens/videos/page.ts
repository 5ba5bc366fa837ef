import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const videos: ConsolePage = {
  name: 'videos',
  title: 'videos.title',
  icon: VideoLibraryOutlined,
  needs: 'GET /api/console/videos',
  defaultFilter: { state: 'all' },
  list: lazyScreen(async () => (await import('./video-list.tsx')).VideoList),
  show: lazyScreen(async () => (await import('./video-show.tsx')).VideoShow),
  create: lazyScreen(async () => (await import('./video-create.tsx')).VideoCreate),
  api: async () => (await import('../../api/library/videos.ts')).videosApi,
};
