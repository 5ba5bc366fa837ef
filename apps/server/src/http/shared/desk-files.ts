import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { PICTURE_POLICY } from '../security.ts';
import { asFile } from './download.ts';

/** In the answer's schema; a file is no JSON. */
export const FILE_CONTENT = {
  description: 'The picture as the server drew it anew, or the PDF as it came, to be kept and not to be opened here',
  content: { 'image/webp': { schema: z.any() }, 'application/pdf': { schema: z.any() } },
};

/** A PDF is never opened in a page of the club; its own name is shown beside it and not used for the file. */
export function sendFile(reply: FastifyReply, file: { kind: string; content: Buffer }, n: number): FastifyReply {
  reply.header('content-security-policy', PICTURE_POLICY).header('x-content-type-options', 'nosniff');
  reply.header('cache-control', 'private, no-store');
  if (file.kind === 'pdf') return asFile(reply, 'application/pdf', `desk-${n}.pdf`).send(file.content);
  return reply.type('image/webp').send(file.content);
}
