import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { withdrawalsApi } from '../../api/money/withdrawals.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { WithdrawalList } from './withdrawal-list.tsx';
import { WithdrawalShow } from './withdrawal-show.tsx';

export const withdrawals: ConsolePage = {
  name: 'withdrawals',
  title: 'withdrawals.title',
  icon: PaymentsOutlined,
  needs: 'GET /api/console/withdrawals',
  list: WithdrawalList,
  show: WithdrawalShow,
  api: withdrawalsApi,
};
