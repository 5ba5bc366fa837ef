import { type Pictures, startPictures } from '../../pictures/pictures.ts';
import type { Http } from '../http.ts';
import { createExportLimits, type ExportLimits } from './export-limits.ts';

/** What endpoints that take files need. */
export interface PictureUploads {
  pictures: Pictures;
  /** Limits of uploads: the same kind as those of downloads. */
  uploads: ExportLimits;
}

/**
 * A worker that redraws pictures, stopped with the server, and the limits of uploads. `perMinuteMax`: of one caller;
 * `atOnceMax`: of all, since each upload takes memory of this process.
 */
export function openUploads(http: Http, limits: { perMinuteMax: number; atOnceMax: number }): PictureUploads {
  const pictures = startPictures();
  http.addHook('onClose', () => pictures.stop());
  const { perMinuteMax: filesMax, atOnceMax: downloadsMax } = limits;
  return { pictures, uploads: createExportLimits({ filesMax, downloadsMax, nowMs: () => performance.now() }) };
}
