import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** Makes a scope take bodies as bytes, whatever their `content-type`. Outside of such scopes all bodies are JSON. */
export function takeBytes(scope: Http): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** The body of a route in a `takeBytes` scope; empty when there is none. */
export function bytesOf({ body }: Pick<FastifyRequest, 'body'>): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/**
 * Takes a caller's upload slot before the body is read, and holds it until the answer is sent or the connection closes.
 * Throws `throttled` or `busy`.
 */
export function takeSlot(uploads: ExportLimits, caller: string, reply: Pick<FastifyReply, 'raw'>): void {
  uploads.count(caller);
  reply.raw.once('close', uploads.enter(caller));
}
