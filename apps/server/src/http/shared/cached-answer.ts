import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedForCached, compress, type Encoding } from './encoding.ts';

/** Compression threshold: a shorter answer gains nothing. */
export const COMPRESSED_FROM_BYTES = 1_024;

/**
 * An answer that is made once: its bytes, its ETag and its compressed forms. Each form is made at its first request.
 */
export interface CachedAnswer {
  type: string;
  bytes: Buffer;
  /** Weak, since all compressed forms share it. */
  etag: string;
  as(encoding: Encoding): Promise<Buffer>;
}

export function cacheAnswer(text: string, type = 'application/json; charset=utf-8'): CachedAnswer {
  const bytes = Buffer.from(text);
  const forms = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    bytes,
    etag: `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`,
    as(encoding) {
      const form = forms.get(encoding) ?? compress(bytes, encoding);
      forms.set(encoding, form);
      return form;
    },
  };
}

/**
 * Sends the answer in the client's preferred coding, or 304 if the client already has it. Clients revalidate each
 * time.
 */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): Promise<FastifyReply> {
  reply.header('etag', answer.etag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding');
  if (names(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  const isLong = answer.bytes.length >= COMPRESSED_FROM_BYTES;
  const encoding = isLong ? acceptedForCached(request.headers['accept-encoding']) : null;
  reply.type(answer.type);
  if (encoding === null) return reply.send(answer.bytes);
  return reply.header('content-encoding', encoding).send(await answer.as(encoding));
}

/** Weak comparison, as RFC 9110 requires for `If-None-Match`. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = etag.slice('W/'.length);
  return header.split(',').some((one) => {
    const tag = one.trim();
    return tag === etag || tag === opaque;
  });
}
