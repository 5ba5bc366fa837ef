import type { Db } from '../../../db/pool.ts';
import type { House } from '../../../house/house.ts';
import { startPictures } from '../../../pictures/pictures.ts';
import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import { readDeskFileRoute, sendDeskFileRoute, transcriptRoute } from './desk-files.ts';
import { closeThreadRoute, listThreadsRoute, markReadRoute, readThreadRoute } from './desk-threads.ts';
import { addDeskWordsRoute, openThreadRoute, typingRoute } from './desk-write.ts';

/** With 4 MiB each: what uploads may take of this process's memory. */
const UPLOADS_MAX = 16;
const UPLOADS_PER_MINUTE = 10;
const TYPING_PER_MINUTE = 40;

/** All endpoints of a member's talks with the desk. */
export function deskRoutes(http: Http, deps: { db: Db; house: House }): void {
  const nowMs = () => performance.now();
  const pictures = startPictures();
  http.addHook('onClose', () => pictures.stop());
  const uploads = createExportLimits({ filesMax: UPLOADS_PER_MINUTE, downloadsMax: UPLOADS_MAX, nowMs });
  listThreadsRoute(http, deps);
  readThreadRoute(http, deps);
  markReadRoute(http, deps);
  closeThreadRoute(http, deps);
  openThreadRoute(http, deps);
  addDeskWordsRoute(http, deps);
  typingRoute(http, { ...deps, typing: createExportLimits({ filesMax: TYPING_PER_MINUTE, nowMs }) });
  sendDeskFileRoute(http, { ...deps, pictures, uploads });
  readDeskFileRoute(http, deps);
  transcriptRoute(http, { ...deps, downloads: createExportLimits({ nowMs }) });
}
