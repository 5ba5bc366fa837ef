import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const paymentLogos: ConsolePage = {
  name: 'payment-logos',
  title: 'logos.title',
  icon: CreditCardOutlined,
  needs: 'GET /api/console/payment-logos',
  list: lazyScreen(async () => (await import('./logo-list.tsx')).LogoList),
  api: async () => (await import('../../api/money/payment-logos.ts')).paymentLogosApi,
};
