import type { Http } from '../http.ts';
import { type ConfirmDeps, confirmProposalRoute } from './confirm-proposal.ts';
import { declineProposalRoute } from './decline-proposal.ts';
import { ledgerFaultsRoute } from './ledger-faults.ts';
import { listConsoleLotteriesRoute } from './lotteries.ts';
import { previewTableRoute } from './preview-table.ts';
import { listProposalsRoute } from './proposals.ts';
import { proposeMoneyRuleRoute } from './propose-money-rule.ts';
import { proposeReopeningRoute } from './propose-reopening.ts';
import { proposeTableRoute } from './propose-table.ts';
import { readProposalRoute } from './read-proposal.ts';
import { proposeServicePageRoute, withdrawServicePageRoute } from './service-page.ts';
import { setServiceRoute } from './set-service.ts';
import { settingsRoute } from './settings.ts';
import { showLotteryRoute } from './show-lottery.ts';

/** Tables of odds, the rule for money, what faults closed, and what the house says of itself. */
export function ruleRoutes(http: Http, deps: ConfirmDeps): void {
  const { db } = deps.payments;
  listConsoleLotteriesRoute(http, { db });
  showLotteryRoute(http, { db });
  previewTableRoute(http, { db });
  proposeTableRoute(http, deps);
  settingsRoute(http, { db });
  setServiceRoute(http, { db });
  proposeServicePageRoute(http, deps);
  withdrawServicePageRoute(http, { db });
  proposeMoneyRuleRoute(http, deps);
  ledgerFaultsRoute(http, { db });
  proposeReopeningRoute(http, deps);
  listProposalsRoute(http, deps);
  readProposalRoute(http, deps);
  confirmProposalRoute(http, deps);
  declineProposalRoute(http, deps);
}
