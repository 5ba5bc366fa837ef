import type { Http } from '../../http.ts';
import { complaintRoutes } from '../complaints/complaint-routes.ts';
import { settledDrawsRoute } from './settled-draws.ts';
import { listSlipsRoute, readReceiptRoute, readSlipRoute, type SlipsRouteDeps, slipProofRoute } from './slips.ts';

/** All that a member reads of his bets, and what he asks about them; placing one stands apart. */
export function slipRoutes(http: Http, deps: SlipsRouteDeps): void {
  listSlipsRoute(http, deps);
  readSlipRoute(http, deps);
  slipProofRoute(http, deps);
  readReceiptRoute(http, deps);
  settledDrawsRoute(http, deps);
  complaintRoutes(http, deps);
}
