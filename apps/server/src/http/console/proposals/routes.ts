import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { confirmProposalRoute } from './confirm-proposal.ts';
import { declineProposalRoute } from './decline-proposal.ts';
import { ledgerFaultsRoute } from './ledger-faults.ts';
import { listProposalsRoute } from './proposals.ts';
import { proposeCorrectionRoute } from './propose-correction.ts';
import { proposeMoneyRuleRoute } from './propose-money-rule.ts';
import { proposeReopeningRoute } from './propose-reopening.ts';
import { readProposalRoute } from './read-proposal.ts';

/** Routes of acts that need two people: proposals, the money rule, ledger faults and corrections. */
export const PROPOSAL_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'payments' | 'staff'>>[] = [
  proposeMoneyRuleRoute,
  ledgerFaultsRoute,
  proposeReopeningRoute,
  proposeCorrectionRoute,
  listProposalsRoute,
  readProposalRoute,
  confirmProposalRoute,
  declineProposalRoute,
];
