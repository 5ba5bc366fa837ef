import GavelOutlined from '@mui/icons-material/GavelOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const legalHolds: ConsolePage = {
  name: 'legal-holds',
  title: 'holds.title',
  icon: GavelOutlined,
  needs: 'GET /api/console/members/{memberId}/legal-holds',
  queues: ['legal-holds', 'legal-holds-ending'],
  list: lazyScreen(async () => (await import('./legal-holds.tsx')).LegalHolds),
  show: lazyScreen(async () => (await import('./hold-show.tsx')).HoldShow),
  api: async () => (await import('../../api/members/legal-holds.ts')).legalHoldsApi,
};
