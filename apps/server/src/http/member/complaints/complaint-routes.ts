import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import type { SlipsRouteDeps } from '../lottery/slips.ts';
import { addComplaintWordsRoute } from './add-complaint-words.ts';
import { listComplaintsRoute, readComplaintRoute } from './complaints.ts';
import { questionBetRoute } from './question-bet.ts';

/** More than may be open at once; each looks up a bet, its seal and its draw. */
const QUESTIONS_PER_MINUTE = 30;

/** All endpoints of a member's questions about bets. */
export function complaintRoutes(http: Http, deps: SlipsRouteDeps): void {
  const questions = createExportLimits({ filesMax: QUESTIONS_PER_MINUTE, nowMs: () => performance.now() });
  questionBetRoute(http, { ...deps, questions });
  addComplaintWordsRoute(http, deps);
  listComplaintsRoute(http, deps);
  readComplaintRoute(http, deps);
}
