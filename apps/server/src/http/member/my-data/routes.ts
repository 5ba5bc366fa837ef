import { createExportLimits, type ExportLimits } from '../../shared/export-limits.ts';
import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import type { MyDataDeps } from './deps.ts';
import { myDataJsonRoute, myDataPageRoute } from './my-data.ts';
import { retentionRoute } from './retention.ts';

/** Of each format so many a day: a member reads the data a few times, and each file reads all of it. */
const FILES_A_DAY = 5;
/** At once, of all members: each holds a connection. */
const DOWNLOADS_MAX = 4;
const DAY_MS = 24 * 3_600_000;

export function myDataLimits({ nowMs }: Pick<MemberDeps, 'nowMs'>): ExportLimits {
  return createExportLimits({ filesMax: FILES_A_DAY, windowMs: DAY_MS, downloadsMax: DOWNLOADS_MAX, nowMs });
}

/** Everything that is held about a member, and how long it is kept. */
export const MY_DATA_ROUTES: readonly AddRoute<MyDataDeps>[] = [myDataJsonRoute, myDataPageRoute, retentionRoute];
