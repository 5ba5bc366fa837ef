import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { ServicePage } from './service-page.tsx';

export const service: ConsolePage = {
  name: 'service',
  title: 'service.title',
  icon: SupportAgentOutlined,
  needs: 'GET /api/console/settings',
  list: ServicePage,
};
