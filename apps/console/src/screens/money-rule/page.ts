import BalanceOutlined from '@mui/icons-material/BalanceOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { MoneyRulePage } from './money-rule-page.tsx';
import { ProposeRule } from './propose-rule.tsx';

export const moneyRule: ConsolePage = {
  name: 'money-rule',
  title: 'rules.title',
  icon: BalanceOutlined,
  needs: 'GET /api/console/settings',
  list: MoneyRulePage,
  create: ProposeRule,
};
