import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../http.ts';
import { COMPRESSED_FROM_BYTES } from './cached-answer.ts';
import { acceptedEncoding, compress } from './encoding.ts';

/** Compressible content types: texts. Pictures, films, hashes and fonts do not get shorter. */
const COMPRESSIBLE = /^(?:text\/(?:html|plain|css)|application\/(?:problem\+)?json|image\/svg\+xml)\b/;

/**
 * Installs compression of answers of 1 kB or more for clients that accept it. Install it before every route. Only
 * answers to reads are compressed. Answers that set a cookie, and those of routes with `holdsSecret`, are not: the
 * length of a compressed answer reveals part of its content (BREACH). Streams, files and byte ranges are sent
 * uncompressed.
 */
export function compressAnswers(http: Http): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(request, reply, payload)) return done(null, payload);
    varyByEncoding(reply);
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const encoding = bytes.length < COMPRESSED_FROM_BYTES ? null : acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === null) return done(null, payload);
    compress(bytes, encoding).then(
      (shorter) => {
        reply.header('content-encoding', encoding).removeHeader('content-length');
        done(null, shorter);
      },
      (error: Error) => done(error),
    );
  });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false;
  if (request.method !== 'GET' || reply.statusCode === 206 || reply.statusCode === 304) return false;
  if (request.routeOptions.config.holdsSecret || reply.hasHeader('set-cookie')) return false;
  if (reply.hasHeader('content-encoding') || reply.hasHeader('content-range')) return false;
  return COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''));
}

function varyByEncoding(reply: FastifyReply): void {
  const stated = String(reply.getHeader('vary') ?? '');
  if (/\baccept-encoding\b/i.test(stated)) return;
  reply.header('vary', stated === '' ? 'accept-encoding' : `${stated}, accept-encoding`);
}
