import PaletteOutlined from '@mui/icons-material/PaletteOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { FacePage } from './face-page.tsx';

export const face: ConsolePage = {
  name: 'face',
  title: 'face.title',
  icon: PaletteOutlined,
  needs: 'GET /api/console/face',
  list: FacePage,
};
