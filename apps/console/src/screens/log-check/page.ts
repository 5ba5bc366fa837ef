import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { LogCheck } from './log-check.tsx';

export const logCheck: ConsolePage = {
  name: 'log-check',
  title: 'logCheck.title',
  icon: FactCheckOutlined,
  needs: 'GET /api/console/audit/verification',
  list: LogCheck,
};
