import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { answerComplaintRoute } from './answer-complaint.ts';
import { listAllComplaintsRoute, readAnyComplaintRoute } from './complaints.ts';

/** Staff routes of members’ complaints about bets. */
export const CONSOLE_COMPLAINT_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'catalogue'>>[] = [
  listAllComplaintsRoute,
  readAnyComplaintRoute,
  answerComplaintRoute,
];
