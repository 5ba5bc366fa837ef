import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { type Face, ICON_NAMES, readIcon, readLogo } from '../../../house/face.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';

interface Deps {
  db: Db;
  face(): Face | null;
}

const YEAR_SECONDS = 31_536_000;
const Picture = (type: string) => ({ description: 'A picture', content: { [type]: { schema: z.any() } } });

/** Address of the logo in force; null for the app's own mark. Another logo has another address. */
export function logoAddress(face: Face | null): string | null {
  return face?.logo ? `/api/face/logos/${face.logo}` : null;
}

export function faceLogoRoute(http: Http, { db, face }: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/face/logos/:id',
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['house'],
      summary: 'The logo of the house; 404 for any but the one in force',
      params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
      response: { 200: Picture('image/webp'), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const picture = face()?.logo === id ? await readLogo(db, id) : null;
      return send(request, reply, { picture, tag: id, type: 'image/webp' });
    },
  });
}

export function faceIconRoute(http: Http, { db }: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/face/:version/:name',
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['house'],
      summary: 'An app icon made from the logo of the house; 404 for a version without a logo',
      params: z.object({ version: z.coerce.number().int().min(1).max(1_000_000), name: z.enum(ICON_NAMES) }),
      response: { 200: Picture('image/png'), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { version, name } = request.params;
      const picture = await readIcon(db, version, name);
      return send(request, reply, { picture, tag: `${version}-${name}`, type: 'image/png' });
    },
  });
}

/** Sends a picture whose address never gets another one, or 304. Throws `not-found`. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { picture, tag, type }: { picture: Buffer | null; tag: string; type: string },
): FastifyReply {
  if (picture === null) throw new Refusal('not-found');
  reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`).header('etag', `"${tag}"`);
  reply.header('content-security-policy', PICTURE_POLICY);
  if (request.headers['if-none-match'] === `"${tag}"`) return reply.code(304).send();
  return reply.type(type).send(picture);
}
