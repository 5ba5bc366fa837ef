import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { GuidePage } from './guide-page.tsx';

export const guide: ConsolePage = {
  name: 'guide',
  title: 'guide.title',
  icon: MenuBookOutlined,
  needs: 'GET /api/console/guide',
  list: GuidePage,
};
