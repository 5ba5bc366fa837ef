import type { MessageKey } from '../features/language/messages.ts';
import type { ConsolePage } from '../features/pages/console-page.ts';
import { audit } from '../screens/audit/page.ts';
import { banners } from '../screens/banners/page.ts';
import { bookings } from '../screens/bookings/page.ts';
import { canned } from '../screens/canned/page.ts';
import { cities } from '../screens/cities/page.ts';
import { commonQuestions } from '../screens/common-questions/page.ts';
import { complaints } from '../screens/complaints/page.ts';
import { dashboard } from '../screens/dashboard/page.ts';
import { desk } from '../screens/desk/page.ts';
import { face } from '../screens/face/page.ts';
import { dayDraws, draws, figures, liabilities } from '../screens/figures/page.ts';
import { complaintReport, formalComplaints } from '../screens/formal-complaints/page.ts';
import { guide } from '../screens/guide/page.ts';
import { hostReports } from '../screens/host-reports/page.ts';
import { hosts } from '../screens/hosts/page.ts';
import { invites } from '../screens/invites/page.ts';
import { ledgerFaults } from '../screens/ledger-faults/page.ts';
import { legalHolds } from '../screens/legal-holds/page.ts';
import { logCheck } from '../screens/log-check/page.ts';
import { lotteries } from '../screens/lotteries/page.ts';
import { lotteryClasses } from '../screens/lottery-classes/page.ts';
import { members } from '../screens/members/page.ts';
import { moneyRule } from '../screens/money-rule/page.ts';
import { notices } from '../screens/notices/page.ts';
import { paymentLogos } from '../screens/payment-logos/page.ts';
import { payments } from '../screens/payments/page.ts';
import { possibleMatches } from '../screens/possible-matches/page.ts';
import { proposals } from '../screens/proposals/page.ts';
import { purchases } from '../screens/purchases/page.ts';
import { riskCases } from '../screens/risk-cases/page.ts';
import { service } from '../screens/service/page.ts';
import { staff } from '../screens/staff/page.ts';
import { stops } from '../screens/stops/page.ts';
import { videoClasses } from '../screens/video-classes/page.ts';
import { videoTerms } from '../screens/video-terms/page.ts';
import { videos } from '../screens/videos/page.ts';
import { visitors } from '../screens/visitors/page.ts';
import { withdrawals } from '../screens/withdrawals/page.ts';

/** Pages of the menu under one heading. */
export interface PageGroup {
  name: string;
  /** Without one, the pages have no heading. */
  title?: MessageKey;
  pages: readonly ConsolePage[];
}

/** The menu. To add a page, create a folder under `screens` and add it to a group. */
export const MENU: readonly PageGroup[] = [
  { name: 'start', pages: [dashboard] },
  { name: 'figures', pages: [figures] },
  { name: 'desk', title: 'menu.desk', pages: [desk, bookings, visitors, canned, commonQuestions] },
  {
    name: 'money',
    title: 'menu.money',
    pages: [withdrawals, payments, complaints, formalComplaints, legalHolds, ledgerFaults],
  },
  { name: 'people', title: 'menu.people', pages: [members, riskCases, possibleMatches, staff] },
  { name: 'house', title: 'menu.house', pages: [notices, banners, invites, service, paymentLogos, face] },
  { name: 'videos', title: 'menu.videos', pages: [videos, videoClasses, videoTerms, purchases] },
  { name: 'guide', title: 'menu.guide', pages: [hostReports, hosts, cities, guide] },
  { name: 'rules', title: 'menu.rules', pages: [lotteries, lotteryClasses, stops, moneyRule, proposals] },
  { name: 'log', title: 'menu.log', pages: [audit, logCheck] },
];

/** All pages, those included that only other pages link to. */
export const PAGES: readonly ConsolePage[] = [
  ...MENU.flatMap(({ pages }) => pages),
  dayDraws,
  draws,
  liabilities,
  complaintReport,
];
