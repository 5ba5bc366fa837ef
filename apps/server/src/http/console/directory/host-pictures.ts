import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { readAdminHost } from '../../../directory/admin-hosts.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { addPicture, approvePicture, readAnyPicture, removePicture } from '../../../directory/pictures.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { HOST_PICTURE_BYTES_MAX } from '../../shared/directory-shapes.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { bytesOf, type PictureUploads, takeBytes, takeSlot } from '../../shared/uploads.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { FullHostAnswer, HostParams, showHost } from './host-shapes.ts';

const PictureParams = HostParams.extend({ picture: Uuid });

/** The request body is the picture's bytes; the content decides the format. */
export function addHostPictureRoute(http: Http, deps: DirectoryDeps & PictureUploads): void {
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'PUT',
      url: '/api/console/hosts/:id/pictures/:picture',
      config: { access: 'staff', roles: ['content', 'owner'] },
      bodyLimit: HOST_PICTURE_BYTES_MAX,
      schema: {
        tags: ['console'],
        summary: 'Upload a host’s picture (cropped to 4:5 and re-encoded); after approval it needs the host’s consent',
        params: HostParams.extend({ picture: Uuid.describe('Made by the client and kept across retries') }),
        response: { 201: FullHostAnswer, ...PROBLEMS },
      },
      onRequest: async (request, reply) => takeSlot(deps.uploads, staffOf(request).id, reply),
      handler: async (request, reply) => {
        const { id, picture: key } = request.params;
        const staff = staffOf(request);
        await readAdminHost(deps.db, id);
        const webp = await deps.pictures.portrait(bytesOf(request));
        const host = await transaction(deps.db, async (tx) => {
          const picture = await addPicture(tx, id, { key, webp, by: 'house' });
          const act = { act: 'host-picture-added', subject: `host/${id}`, after: { picture } };
          await record(tx, { ...act, staff, why: null, address: request.ip });
          return showHost(tx.q, id, staff.id);
        });
        return reply.code(201).send(host);
      },
    });
  });
}

export function readAnyHostPictureRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/console/hosts/:id/pictures/:picture',
    config: { access: 'staff', roles: ['support', 'content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'A picture of a host, published or awaiting approval; 410 once removed',
      params: PictureParams,
      response: {
        200: { description: 'A picture', content: { 'image/webp': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const picture = await readAnyPicture(db, request.params.id, request.params.picture);
      reply.header('content-security-policy', PICTURE_POLICY);
      return reply.type('image/webp').send(picture);
    },
  });
}

export function approveHostPictureRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/pictures/:picture/approve',
    config: { access: 'staff', roles: ['content', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Approve a waiting picture',
      params: PictureParams,
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id, picture } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        await approvePicture(tx, id, picture);
        const act = { act: 'host-picture-approved', subject: `host/${id}`, after: { picture } };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}

export function removeHostPictureRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/pictures/:picture/remove',
    config: { access: 'staff', roles: ['content', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Delete a picture, published or awaiting approval; its URL returns 410 afterwards',
      params: PictureParams,
      body: z.strictObject({ why: Why }),
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id, picture } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        await removePicture(tx, id, picture);
        const act = { act: 'host-picture-removed', subject: `host/${id}`, before: { picture } };
        await record(tx, { ...act, staff, why, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}
