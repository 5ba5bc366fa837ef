import HowToRegOutlined from '@mui/icons-material/HowToRegOutlined';
import { proposalsApi } from '../../api/staff/proposals.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { ProposalList } from './proposal-list.tsx';
import { ProposalShow } from './proposal-show.tsx';

export const proposals: ConsolePage = {
  name: 'proposals',
  title: 'proposals.title',
  icon: HowToRegOutlined,
  needs: 'GET /api/console/proposals',
  list: ProposalList,
  show: ProposalShow,
  api: proposalsApi,
};
