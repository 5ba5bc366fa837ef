import PaletteOutlined from '@mui/icons-material/PaletteOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const face: ConsolePage = {
  name: 'face',
  title: 'face.title',
  icon: PaletteOutlined,
  needs: 'GET /api/console/face',
  list: lazyScreen(async () => (await import('./face-page.tsx')).FacePage),
};
