import GavelOutlined from '@mui/icons-material/GavelOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { LegalHolds } from './legal-holds.tsx';

export const legalHolds: ConsolePage = {
  name: 'legal-holds',
  title: 'holds.title',
  icon: GavelOutlined,
  needs: 'GET /api/console/members/{memberId}/legal-holds',
  list: LegalHolds,
};
