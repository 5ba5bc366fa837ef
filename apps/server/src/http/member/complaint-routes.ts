import type { Http } from '../http.ts';
import { addComplaintWordsRoute } from './add-complaint-words.ts';
import { listComplaintsRoute, readComplaintRoute } from './complaints.ts';
import { questionBetRoute } from './question-bet.ts';
import type { SlipsRouteDeps } from './slips.ts';

/** All endpoints of a member's questions about bets. */
export function complaintRoutes(http: Http, deps: SlipsRouteDeps): void {
  questionBetRoute(http, deps);
  addComplaintWordsRoute(http, deps);
  listComplaintsRoute(http, deps);
  readComplaintRoute(http, deps);
}
