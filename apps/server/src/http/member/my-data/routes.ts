import { DAY_MS } from '../../../durations.ts';
import { createExportLimits, type ExportLimits } from '../../shared/export-limits.ts';
import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import type { MyDataDeps } from './deps.ts';
import { myDataJsonRoute, myDataPageRoute } from './my-data.ts';
import { retentionRoute } from './retention.ts';

/** Per format and member. Members need few copies, and each reads all of their data. */
const FILES_A_DAY = 5;
/** Concurrent downloads of all members; each holds a connection. */
const DOWNLOADS_MAX = 4;

export function myDataLimits({ nowMs }: Pick<MemberDeps, 'nowMs'>): ExportLimits {
  return createExportLimits({ filesMax: FILES_A_DAY, windowMs: DAY_MS, downloadsMax: DOWNLOADS_MAX, nowMs });
}

/** Routes of a member's own data and of the retention periods. */
export const MY_DATA_ROUTES: readonly AddRoute<MyDataDeps>[] = [myDataJsonRoute, myDataPageRoute, retentionRoute];
