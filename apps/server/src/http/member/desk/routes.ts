import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import type { AddRoute } from '../../shared/routes.ts';
import { openUploads } from '../../shared/uploads.ts';
import type { MemberDeps } from '../deps.ts';
import { answerTimeRoute } from './answer-time.ts';
import { commonQuestionsRoute } from './common-questions.ts';
import type { DeskLimits } from './deps.ts';
import { readDeskFileRoute, sendDeskFileRoute, transcriptRoute } from './desk-files.ts';
import { closeThreadRoute, listThreadsRoute, markReadRoute, readThreadRoute } from './desk-threads.ts';
import { addDeskWordsRoute, openThreadRoute, typingRoute } from './desk-write.ts';
import { rateThreadRoute } from './rate-thread.ts';
import {
  addVisitorTextRoute,
  openVisitorThreadRoute,
  readVisitorThreadRoute,
  requestRecoveryRoute,
  setRecoveredPasswordRoute,
} from './visitor-threads.ts';

/** Concurrent uploads of 4 MiB each; bounds the memory that they take in this process. */
const UPLOADS_AT_ONCE_MAX = 16;
const UPLOADS_PER_MINUTE = 10;
const TYPING_PER_MINUTE = 40;

export function openDeskLimits(http: Http): DeskLimits {
  const nowMs = () => performance.now();
  return {
    ...openUploads(http, { perMinuteMax: UPLOADS_PER_MINUTE, atOnceMax: UPLOADS_AT_ONCE_MAX }),
    typing: createExportLimits({ filesMax: TYPING_PER_MINUTE, nowMs }),
    downloads: createExportLimits({ nowMs }),
  };
}

/** Routes of a member’s conversations with the desk. */
export const DESK_ROUTES: readonly AddRoute<Pick<MemberDeps, 'db' | 'house'> & DeskLimits>[] = [
  listThreadsRoute,
  readThreadRoute,
  markReadRoute,
  closeThreadRoute,
  rateThreadRoute,
  answerTimeRoute,
  commonQuestionsRoute,
  openThreadRoute,
  addDeskWordsRoute,
  typingRoute,
  sendDeskFileRoute,
  readDeskFileRoute,
  transcriptRoute,
];

/** Routes of visitors’ conversations with the desk, and of their requests for a new password. */
export const VISITOR_ROUTES: readonly AddRoute<Pick<MemberDeps, 'db' | 'members' | 'payments'>>[] = [
  requestRecoveryRoute,
  openVisitorThreadRoute,
  readVisitorThreadRoute,
  addVisitorTextRoute,
  setRecoveredPasswordRoute,
];
