import { createExportLimits, type ExportLimits } from '../../shared/export-limits.ts';
import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { addComplaintWordsRoute } from './add-complaint-words.ts';
import { listComplaintsRoute, readComplaintRoute } from './complaints.ts';
import { addFormalWordsRoute, askSecondLookRoute } from './continue-complaint.ts';
import { fileComplaintRoute } from './file-complaint.ts';
import { listFormalComplaintsRoute, readFormalComplaintRoute } from './formal-complaints.ts';
import { questionBetRoute } from './question-bet.ts';

/** More than the maximum of open complaints. Each reads a bet, its seal and its draw. */
const QUESTIONS_PER_MINUTE = 30;

export function questionLimits(): ExportLimits {
  return createExportLimits({ filesMax: QUESTIONS_PER_MINUTE, nowMs: () => performance.now() });
}

/** Routes of a member’s questions about bets, and of formal complaints. */
export const COMPLAINT_ROUTES: readonly AddRoute<
  Pick<MemberDeps, 'db' | 'slips' | 'receiptKeys'> & { questions: ExportLimits }
>[] = [
  questionBetRoute,
  addComplaintWordsRoute,
  listComplaintsRoute,
  readComplaintRoute,
  fileComplaintRoute,
  addFormalWordsRoute,
  askSecondLookRoute,
  listFormalComplaintsRoute,
  readFormalComplaintRoute,
];
