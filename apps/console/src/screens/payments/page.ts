import DifferenceOutlined from '@mui/icons-material/DifferenceOutlined';
import { paymentsApi } from '../../api/money/payments.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { PaymentList } from './payment-list.tsx';

export const payments: ConsolePage = {
  name: 'payments',
  title: 'payments.title',
  icon: DifferenceOutlined,
  needs: 'GET /api/console/payments',
  list: PaymentList,
  api: paymentsApi,
};
