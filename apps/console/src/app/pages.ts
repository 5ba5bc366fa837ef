import type { ConsolePage } from '../features/pages/page.ts';
import { complaints } from '../screens/complaints/page.ts';
import { dashboard } from '../screens/dashboard/page.ts';
import { dayDraws, draws, liabilities } from '../screens/figures/page.ts';
import { legalHolds } from '../screens/legal-holds/page.ts';
import { payments } from '../screens/payments/page.ts';
import { withdrawals } from '../screens/withdrawals/page.ts';

/** All pages, in the order of the menu. One more is a folder under `screens` and a line here. */
export const PAGES: readonly ConsolePage[] = [
  dashboard,
  withdrawals,
  payments,
  complaints,
  legalHolds,
  dayDraws,
  draws,
  liabilities,
];
