import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const lotteryClasses: ConsolePage = {
  name: 'lottery-classes',
  title: 'lotteryClasses.title',
  icon: CategoryOutlined,
  needs: 'GET /api/console/lottery-classes',
  list: lazyScreen(async () => (await import('./class-list.tsx')).LotteryClassList),
  api: async () => (await import('../../api/house/lottery-classes.ts')).lotteryClassesApi,
};
