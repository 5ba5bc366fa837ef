import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { PICTURE_POLICY } from '../security.ts';
import { asFile } from './download.ts';

/** The answer's schema. A file is not JSON. */
export const FILE_CONTENT = {
  description: 'The re-encoded picture, or the PDF as it was uploaded, sent as a download',
  content: { 'image/webp': { schema: z.any() }, 'application/pdf': { schema: z.any() } },
};

/**
 * Sends a file of a conversation. A PDF is always a download, never opened in a page of the club. The PDF's own name
 * appears beside it but is not the name of the download.
 */
export function sendFile(reply: FastifyReply, file: { kind: string; content: Buffer }, n: number): FastifyReply {
  reply.header('content-security-policy', PICTURE_POLICY).header('x-content-type-options', 'nosniff');
  reply.header('cache-control', 'private, no-store');
  if (file.kind === 'pdf') return asFile(reply, 'application/pdf', `desk-${n}.pdf`).send(file.content);
  return reply.type('image/webp').send(file.content);
}
