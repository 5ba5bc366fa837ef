import ViewCarouselOutlined from '@mui/icons-material/ViewCarouselOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const banners: ConsolePage = {
  name: 'banners',
  title: 'banners.title',
  icon: ViewCarouselOutlined,
  needs: 'GET /api/console/banners',
  list: lazyScreen(async () => (await import('./banner-list.tsx')).BannerList),
  create: lazyScreen(async () => (await import('./banner-edit.tsx')).BannerCreate),
  edit: lazyScreen(async () => (await import('./banner-edit.tsx')).BannerEdit),
  api: async () => (await import('../../api/house/banners.ts')).bannersApi,
};
