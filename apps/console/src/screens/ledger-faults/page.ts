import RuleOutlined from '@mui/icons-material/RuleOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { LedgerFaultsPage } from './ledger-faults.tsx';

export const ledgerFaults: ConsolePage = {
  name: 'ledger-faults',
  title: 'faults.title',
  icon: RuleOutlined,
  needs: 'GET /api/console/ledger-faults',
  list: LedgerFaultsPage,
};
