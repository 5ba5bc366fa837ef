import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const purchases: ConsolePage = {
  name: 'purchases',
  title: 'purchases.title',
  icon: ReceiptLongOutlined,
  needs: 'GET /api/console/purchases',
  defaultFilter: { state: 'all' },
  list: lazyScreen(async () => (await import('./purchase-list.tsx')).PurchaseList),
  api: async () => (await import('../../api/money/purchases.ts')).purchasesApi,
};
