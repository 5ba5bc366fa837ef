import FlagOutlined from '@mui/icons-material/FlagOutlined';
import { hostReportsApi } from '../../api/library/host-reports.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { ReportList } from './report-list.tsx';
import { ReportShow } from './report-show.tsx';

export const hostReports: ConsolePage = {
  name: 'host-reports',
  title: 'reports.title',
  icon: FlagOutlined,
  needs: 'GET /api/console/host-reports',
  list: ReportList,
  show: ReportShow,
  api: hostReportsApi,
};
