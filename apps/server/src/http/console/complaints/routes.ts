import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { answerComplaintRoute } from './answer-complaint.ts';
import { answerFormalRoute, extendDataRequestRoute, replyToFormalRoute } from './answer-formal.ts';
import { listAllComplaintsRoute, readAnyComplaintRoute } from './complaints.ts';
import { listAllFormalRoute, readAnyFormalRoute, reportFormalRoute } from './list-formal.ts';

/** Staff routes of members’ questions about bets, and of formal complaints. */
export const CONSOLE_COMPLAINT_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'catalogue'>>[] = [
  listAllComplaintsRoute,
  readAnyComplaintRoute,
  answerComplaintRoute,
  listAllFormalRoute,
  readAnyFormalRoute,
  reportFormalRoute,
  replyToFormalRoute,
  extendDataRequestRoute,
  answerFormalRoute,
];
