import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

const load = () => import('./screens.ts');

export const riskCases: ConsolePage = {
  name: 'risk-cases',
  title: 'riskCases.title',
  icon: SupportAgentOutlined,
  needs: 'GET /api/console/risk-cases',
  defaultFilter: { state: 'due' },
  queues: ['risk-cases'],
  list: lazyScreen(async () => (await load()).CaseList),
  show: lazyScreen(async () => (await load()).CaseShow),
  api: async () => (await load()).riskCasesApi,
};
