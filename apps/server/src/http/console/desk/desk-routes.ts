import type { Db } from '../../../db/pool.ts';
import type { Http } from '../../http.ts';
import type { Hub } from '../../live/hub.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import { answerThreadRoute, closeDeskThreadRoute, deskTypingRoute, markDeskReadRoute } from './desk-acts.ts';
import { changeCannedRoute, createCannedRoute, listCannedRoute } from './desk-canned.ts';
import { deskStreamRoute } from './desk-stream.ts';
import { listAllThreadsRoute, readAnyDeskFileRoute, readAnyThreadRoute } from './desk-threads.ts';

const TYPING_PER_MINUTE = 60;

/** All endpoints by which the staff talk with members at the desk. None of them moves money or touches a bet. */
export function consoleDeskRoutes(http: Http, deps: { db: Db; staffHub: Hub }): void {
  const nowMs = () => performance.now();
  listAllThreadsRoute(http, deps);
  readAnyThreadRoute(http, deps);
  readAnyDeskFileRoute(http, deps);
  answerThreadRoute(http, deps);
  markDeskReadRoute(http, deps);
  closeDeskThreadRoute(http, deps);
  deskTypingRoute(http, { ...deps, typing: createExportLimits({ filesMax: TYPING_PER_MINUTE, nowMs }) });
  listCannedRoute(http, deps);
  createCannedRoute(http, deps);
  changeCannedRoute(http, deps);
  deskStreamRoute(http, deps);
}
