import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const service: ConsolePage = {
  name: 'service',
  title: 'service.title',
  icon: SupportAgentOutlined,
  needs: 'GET /api/console/settings',
  list: lazyScreen(async () => (await import('./service-page.tsx')).ServicePage),
};
