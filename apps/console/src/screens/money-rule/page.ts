import BalanceOutlined from '@mui/icons-material/BalanceOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const moneyRule: ConsolePage = {
  name: 'money-rule',
  title: 'rules.title',
  icon: BalanceOutlined,
  needs: 'GET /api/console/settings',
  list: lazyScreen(async () => (await import('./money-rule-page.tsx')).MoneyRulePage),
  create: lazyScreen(async () => (await import('./propose-rule.tsx')).ProposeRule),
};
