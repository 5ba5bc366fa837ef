import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const withdrawals: ConsolePage = {
  name: 'withdrawals',
  title: 'withdrawals.title',
  icon: PaymentsOutlined,
  needs: 'GET /api/console/withdrawals',
  defaultFilter: { state: 'in-review' },
  queues: ['withdrawals'],
  list: lazyScreen(async () => (await import('./withdrawal-list.tsx')).WithdrawalList),
  show: lazyScreen(async () => (await import('./withdrawal-show.tsx')).WithdrawalShow),
  api: async () => (await import('../../api/money/withdrawals.ts')).withdrawalsApi,
};
