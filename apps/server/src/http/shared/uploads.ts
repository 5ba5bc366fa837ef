import { type Pictures, startPictures } from '../../pictures/pictures.ts';
import type { Http } from '../http.ts';
import { createExportLimits, type ExportLimits } from './export-limits.ts';

/** Dependencies of endpoints that take files. */
export interface PictureUploads {
  pictures: Pictures;
  /** Limits of uploads; the same mechanism as for downloads. */
  uploads: ExportLimits;
}

/**
 * Starts the worker that redraws pictures, which stops with the server, and creates the upload limits. `perMinuteMax`
 * is per caller. `atOnceMax` is for all callers, since each upload takes memory of this process.
 */
export function openUploads(http: Http, limits: { perMinuteMax: number; atOnceMax: number }): PictureUploads {
  const pictures = startPictures();
  http.addHook('onClose', () => pictures.stop());
  const { perMinuteMax: filesMax, atOnceMax: downloadsMax } = limits;
  return { pictures, uploads: createExportLimits({ filesMax, downloadsMax, nowMs: () => performance.now() }) };
}
