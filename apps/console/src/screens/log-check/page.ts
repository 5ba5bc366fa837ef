import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const logCheck: ConsolePage = {
  name: 'log-check',
  title: 'logCheck.title',
  icon: FactCheckOutlined,
  needs: 'GET /api/console/audit/verification',
  list: lazyScreen(async () => (await import('./log-check.tsx')).LogCheck),
};
