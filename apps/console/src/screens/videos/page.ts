import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined';
import { videosApi } from '../../api/library/videos.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { VideoCreate } from './video-create.tsx';
import { VideoList } from './video-list.tsx';
import { VideoShow } from './video-show.tsx';

export const videos: ConsolePage = {
  name: 'videos',
  title: 'videos.title',
  icon: VideoLibraryOutlined,
  needs: 'GET /api/console/videos',
  list: VideoList,
  show: VideoShow,
  create: VideoCreate,
  api: videosApi,
};
