import RuleOutlined from '@mui/icons-material/RuleOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const ledgerFaults: ConsolePage = {
  name: 'ledger-faults',
  title: 'faults.title',
  icon: RuleOutlined,
  needs: 'GET /api/console/ledger-faults',
  queues: ['closed', 'ledger-faults'],
  list: lazyScreen(async () => (await import('./ledger-faults.tsx')).LedgerFaultsPage),
};
