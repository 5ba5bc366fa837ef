import RuleOutlined from '@mui/icons-material/RuleOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { TermsPage } from './terms-page.tsx';

export const videoTerms: ConsolePage = {
  name: 'video-terms',
  title: 'terms.title',
  icon: RuleOutlined,
  needs: 'GET /api/console/video-terms',
  list: TermsPage,
};
