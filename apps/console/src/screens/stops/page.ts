import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const stops: ConsolePage = {
  name: 'stops',
  title: 'stops.title',
  icon: StopCircleOutlined,
  needs: 'GET /api/console/stops',
  list: lazyScreen(async () => (await import('./stops-page.tsx')).StopsPage),
};
