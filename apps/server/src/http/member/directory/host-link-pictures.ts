import { z } from 'zod';
import { addPicture, readAnyPicture, removePicture } from '../../../directory/pictures.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { HOST_PICTURE_BYTES_MAX, HostProfileAnswer } from '../../shared/directory-shapes.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { bytesOf, type PictureUploads, takeBytes, takeSlot } from '../../shared/uploads.ts';
import type { HostActsDeps, HostLinkDeps } from './deps.ts';
import { asHost, bounded, LinkHeaders, needsLink, withLink } from './host-link.ts';

/** The request body is the picture's bytes; the content decides the format. */
export function sendHostPictureRoute(http: Http, deps: HostLinkDeps & PictureUploads): void {
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'PUT',
      url: '/api/host-link/pictures/:picture',
      config: { access: 'public', anyCaller: true },
      bodyLimit: HOST_PICTURE_BYTES_MAX,
      schema: {
        tags: ['directory'],
        summary: 'Upload a picture (JPEG, PNG or WebP; cropped to 4:5 and re-encoded) for approval',
        headers: LinkHeaders,
        params: z.object({ picture: Uuid.describe('Made by the client and kept across retries') }),
        response: { 201: HostProfileAnswer, ...PROBLEMS },
      },
      // Verify the link before the body is read.
      onRequest: async (request, reply) => {
        const hostId = await withLink(deps, request, async (_tx, id) => id);
        takeSlot(deps.uploads, hostId, reply);
      },
      handler: async (request, reply) => {
        const webp = await deps.pictures.portrait(bytesOf(request));
        const { picture: key } = request.params;
        const profile = await asHost(deps, request, reply, async (tx, hostId) => {
          await addPicture(tx, hostId, { key, webp, by: 'host' });
          return true;
        });
        return reply.code(201).send(profile);
      },
    });
  });
}

/** Includes pictures in review, which have no address. POST, since every use of the link is counted. */
export function readLinkPictureRoute(http: Http, deps: HostLinkDeps): void {
  http.route({
    method: 'POST',
    url: '/api/host-link/pictures/:picture',
    config: { access: 'public', anyCaller: true },
    onRequest: needsLink(deps),
    schema: {
      tags: ['directory'],
      summary: 'A picture of the host, published or awaiting approval',
      headers: LinkHeaders,
      params: z.object({ picture: Uuid }),
      response: {
        200: { description: 'A picture', content: { 'image/webp': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const picture = await withLink(deps, request, (tx, id) => readAnyPicture(tx.q, id, request.params.picture));
      reply.header('content-security-policy', PICTURE_POLICY).header('cache-control', 'private, no-store');
      return reply.type('image/webp').send(picture);
    },
  });
}

export function removeLinkPictureRoute(http: Http, deps: HostActsDeps): void {
  http.route({
    method: 'POST',
    url: '/api/host-link/pictures/:picture/remove',
    config: { access: 'public', anyCaller: true },
    onRequest: needsLink(deps),
    schema: {
      tags: ['directory'],
      summary: 'Delete a picture of the host; its URL returns 410 afterwards',
      headers: LinkHeaders,
      params: z.object({ picture: Uuid }),
      response: { 200: HostProfileAnswer, ...PROBLEMS },
    },
    handler: (request, reply) => {
      const remove = bounded(deps, async (tx, hostId) => {
        await removePicture(tx, hostId, request.params.picture);
        return true;
      });
      return asHost(deps, request, reply, remove);
    },
  });
}
