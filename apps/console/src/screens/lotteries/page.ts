import CasinoOutlined from '@mui/icons-material/CasinoOutlined';
import { lotteriesApi } from '../../api/house/lotteries.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { LotteryList } from './lottery-list.tsx';
import { LotteryShow } from './lottery-show.tsx';
import { ProposeTable } from './propose-table.tsx';

export const lotteries: ConsolePage = {
  name: 'lotteries',
  title: 'lotteries.title',
  icon: CasinoOutlined,
  needs: 'GET /api/console/lotteries',
  list: LotteryList,
  show: LotteryShow,
  edit: ProposeTable,
  api: lotteriesApi,
};
