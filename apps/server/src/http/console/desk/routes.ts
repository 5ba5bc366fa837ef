import { createExportLimits, type ExportLimits } from '../../shared/export-limits.ts';
import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { bookingActsRoute } from './booking-acts.ts';
import { changeQuestionRoute, createQuestionRoute, listQuestionsRoute } from './common-questions.ts';
import { answerThreadRoute, closeDeskThreadRoute, deskTypingRoute, markDeskReadRoute } from './desk-acts.ts';
import { changeCannedRoute, createCannedRoute, listCannedRoute } from './desk-canned.ts';
import { assignThreadRoute, labelThreadRoute, snoozeThreadRoute } from './desk-handling.ts';
import { deskColleaguesRoute, deskInboxRoute } from './desk-inbox.ts';
import { listAllThreadsRoute, readAnyDeskFileRoute, readAnyThreadRoute } from './desk-threads.ts';
import { handleThreadsRoute } from './handle-threads.ts';
import { answerVisitorRoute, closeVisitorThreadRoute, decideRecoveryRoute } from './visitor-acts.ts';
import { listVisitorThreadsRoute, readAnyVisitorThreadRoute } from './visitor-threads.ts';

const TYPING_PER_MINUTE = 60;

export function typingLimits(): ExportLimits {
  return createExportLimits({ filesMax: TYPING_PER_MINUTE, nowMs: () => performance.now() });
}

/** Staff routes of conversations with members and visitors. None of them moves money or touches a bet. */
export const CONSOLE_DESK_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'staff'> & { typing: ExportLimits }>[] = [
  listAllThreadsRoute,
  readAnyThreadRoute,
  readAnyDeskFileRoute,
  answerThreadRoute,
  markDeskReadRoute,
  closeDeskThreadRoute,
  deskTypingRoute,
  assignThreadRoute,
  snoozeThreadRoute,
  labelThreadRoute,
  handleThreadsRoute,
  deskInboxRoute,
  deskColleaguesRoute,
  bookingActsRoute,
  listCannedRoute,
  createCannedRoute,
  changeCannedRoute,
  listQuestionsRoute,
  createQuestionRoute,
  changeQuestionRoute,
  listVisitorThreadsRoute,
  readAnyVisitorThreadRoute,
  answerVisitorRoute,
  closeVisitorThreadRoute,
  decideRecoveryRoute,
];
