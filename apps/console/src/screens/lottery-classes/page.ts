import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import { lotteryClassesApi } from '../../api/house/lottery-classes.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { LotteryClassList } from './class-list.tsx';

export const lotteryClasses: ConsolePage = {
  name: 'lottery-classes',
  title: 'lotteryClasses.title',
  icon: CategoryOutlined,
  needs: 'GET /api/console/lottery-classes',
  list: LotteryClassList,
  api: lotteryClassesApi,
};
