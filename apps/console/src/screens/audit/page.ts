import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { auditApi } from '../../api/staff/audit.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { ActList } from './act-list.tsx';

export const audit: ConsolePage = {
  name: 'audit',
  title: 'audit.title',
  icon: HistoryOutlined,
  needs: 'GET /api/console/audit',
  list: ActList,
  api: auditApi,
};
