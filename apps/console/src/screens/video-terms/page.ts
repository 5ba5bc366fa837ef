import RuleOutlined from '@mui/icons-material/RuleOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const videoTerms: ConsolePage = {
  name: 'video-terms',
  title: 'terms.title',
  icon: RuleOutlined,
  needs: 'GET /api/console/video-terms',
  list: lazyScreen(async () => (await import('./terms-page.tsx')).TermsPage),
};
