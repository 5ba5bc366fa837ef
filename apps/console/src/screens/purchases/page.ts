import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { purchasesApi } from '../../api/money/purchases.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { PurchaseList } from './purchase-list.tsx';

export const purchases: ConsolePage = {
  name: 'purchases',
  title: 'purchases.title',
  icon: ReceiptLongOutlined,
  needs: 'GET /api/console/purchases',
  list: PurchaseList,
  api: purchasesApi,
};
