import CasinoOutlined from '@mui/icons-material/CasinoOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const lotteries: ConsolePage = {
  name: 'lotteries',
  title: 'lotteries.title',
  icon: CasinoOutlined,
  needs: 'GET /api/console/lotteries',
  list: lazyScreen(async () => (await import('./lottery-list.tsx')).LotteryList),
  show: lazyScreen(async () => (await import('./lottery-show.tsx')).LotteryShow),
  create: lazyScreen(async () => (await import('./new-lottery.tsx')).CreateLottery),
  edit: lazyScreen(async () => (await import('./propose-table.tsx')).ProposeTable),
  api: async () => (await import('../../api/house/lotteries.ts')).lotteriesApi,
};
