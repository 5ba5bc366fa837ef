import Balance from '@mui/icons-material/BalanceOutlined';
import BarChart from '@mui/icons-material/BarChartOutlined';
import CasinoOutlined from '@mui/icons-material/CasinoOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const figures: ConsolePage = {
  name: 'figures',
  title: 'figures.title',
  icon: BarChart,
  needs: 'GET /api/console/figures',
  list: lazyScreen(async () => (await import('./figures-page.tsx')).FiguresPage),
};

// Read-only lists behind the figures.

export const dayDraws: ConsolePage = {
  name: 'day-draws',
  title: 'figures.dayDraws.title',
  icon: EventOutlined,
  needs: 'GET /api/console/day-draws',
  isHidden: true,
  list: lazyScreen(async () => (await import('./day-draw-list.tsx')).DayDrawList),
  api: async () => (await import('../../api/money/figures.ts')).dayDrawsApi,
};

export const draws: ConsolePage = {
  name: 'draws',
  title: 'figures.draws.title',
  icon: CasinoOutlined,
  needs: 'GET /api/console/dashboard',
  isHidden: true,
  list: lazyScreen(async () => (await import('./draw-list.tsx')).DrawList),
  api: async () => (await import('../../api/money/figures.ts')).drawsApi,
};

export const liabilities: ConsolePage = {
  name: 'liabilities',
  title: 'figures.liabilities.title',
  icon: Balance,
  needs: 'GET /api/console/dashboard',
  isHidden: true,
  list: lazyScreen(async () => (await import('./liability-list.tsx')).LiabilityList),
  api: async () => (await import('../../api/money/figures.ts')).liabilitiesApi,
};
