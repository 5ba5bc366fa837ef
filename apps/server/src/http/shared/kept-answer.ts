import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedForKept, compress, type Encoding } from './encoding.ts';

/** Shorter ones gain nothing. */
export const COMPRESSED_FROM_BYTES = 1_024;

/** An answer that is made once: its bytes, its tag, and its shorter forms, each made when it is first asked for. */
export interface KeptAnswer {
  type: string;
  bytes: Buffer;
  /** Weak, since it stands for every form. */
  etag: string;
  as(encoding: Encoding): Promise<Buffer>;
}

export function keepAnswer(text: string, type = 'application/json; charset=utf-8'): KeptAnswer {
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

/** Sends the form that the client likes best, or 304 where it has the answer. The client asks again each time. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): Promise<FastifyReply> {
  reply.header('etag', answer.etag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding');
  if (names(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  const isLong = answer.bytes.length >= COMPRESSED_FROM_BYTES;
  const encoding = isLong ? acceptedForKept(request.headers['accept-encoding']) : null;
  reply.type(answer.type);
  if (encoding === null) return reply.send(answer.bytes);
  return reply.header('content-encoding', encoding).send(await answer.as(encoding));
}

/** Compared weakly, as RFC 9110 asks of `If-None-Match`. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = etag.slice('W/'.length);
  return header.split(',').some((one) => {
    const tag = one.trim();
    return tag === etag || tag === opaque;
  });
}
