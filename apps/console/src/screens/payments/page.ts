import DifferenceOutlined from '@mui/icons-material/DifferenceOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const payments: ConsolePage = {
  name: 'payments',
  title: 'payments.title',
  icon: DifferenceOutlined,
  needs: 'GET /api/console/payments',
  defaultFilter: { state: 'review' },
  queues: ['payments'],
  list: lazyScreen(async () => (await import('./payment-list.tsx')).PaymentList),
  show: lazyScreen(async () => (await import('./payment-show.tsx')).PaymentShow),
  api: async () => (await import('../../api/money/payments.ts')).paymentsApi,
};
