import ViewCarouselOutlined from '@mui/icons-material/ViewCarouselOutlined';
import { bannersApi } from '../../api/house/banners.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { BannerCreate, BannerEdit } from './banner-edit.tsx';
import { BannerList } from './banner-list.tsx';

export const banners: ConsolePage = {
  name: 'banners',
  title: 'banners.title',
  icon: ViewCarouselOutlined,
  needs: 'GET /api/console/banners',
  list: BannerList,
  create: BannerCreate,
  edit: BannerEdit,
  api: bannersApi,
};
