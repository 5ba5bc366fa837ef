import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import { consentsRoute } from '../account/consents.ts';
import { type MyDataDeps, myDataJsonRoute, myDataPageRoute } from './my-data.ts';
import { retentionRoute } from './retention.ts';

export type MyDataRoutesDeps = Omit<MyDataDeps, 'limits'> & { nowMs(): number };

/** Of each format so many a day: who reads his data reads it a few times, and each reads all of it. */
const FILES_A_DAY = 5;
/** At once, of all members: each holds a connection. */
const DOWNLOADS_MAX = 4;
const DAY_MS = 24 * 3_600_000;

/** What is held about a member, what he agreed to, and how long it is kept. */
export function myDataRoutes(http: Http, deps: MyDataRoutesDeps): void {
  const limits = createExportLimits({
    filesMax: FILES_A_DAY,
    windowMs: DAY_MS,
    downloadsMax: DOWNLOADS_MAX,
    nowMs: deps.nowMs,
  });
  myDataJsonRoute(http, { ...deps, limits });
  myDataPageRoute(http, { ...deps, limits });
  consentsRoute(http, deps);
  retentionRoute(http);
}
