import QuickreplyOutlined from '@mui/icons-material/QuickreplyOutlined';
import { cannedApi } from '../../api/members/canned.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { CannedCreate, CannedEdit } from './canned-form.tsx';
import { CannedList } from './canned-list.tsx';

export const canned: ConsolePage = {
  name: 'canned',
  title: 'canned.title',
  icon: QuickreplyOutlined,
  needs: 'GET /api/console/desk/canned',
  list: CannedList,
  create: CannedCreate,
  edit: CannedEdit,
  api: cannedApi,
};
