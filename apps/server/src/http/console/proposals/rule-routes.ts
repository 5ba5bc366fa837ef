import type { Http } from '../../http.ts';
import { proposeServicePageRoute, withdrawServicePageRoute } from '../house/service-page.ts';
import { setServiceRoute } from '../house/set-service.ts';
import { settingsRoute } from '../house/settings.ts';
import { listConsoleLotteriesRoute } from '../lotteries/lotteries.ts';
import { previewTableRoute } from '../lotteries/preview-table.ts';
import { proposeTableRoute } from '../lotteries/propose-table.ts';
import { showLotteryRoute } from '../lotteries/show-lottery.ts';
import { type ConfirmDeps, confirmProposalRoute } from './confirm-proposal.ts';
import { declineProposalRoute } from './decline-proposal.ts';
import { ledgerFaultsRoute } from './ledger-faults.ts';
import { listProposalsRoute } from './proposals.ts';
import { proposeMoneyRuleRoute } from './propose-money-rule.ts';
import { proposeReopeningRoute } from './propose-reopening.ts';
import { readProposalRoute } from './read-proposal.ts';

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
