import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { addFavourite, dropFavourite, favouriteIds } from '../../../directory/favourites.ts';
import { listHostsById } from '../../../directory/public-hosts.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { HostAnswer } from '../../shared/directory-shapes.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { readersOf } from './hosts.ts';

export function listFavouritesRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/me/favourite-hosts',
    config: { access: 'member' },
    schema: {
      tags: ['directory'],
      summary: 'The member’s favourite hosts, newest first; hosts who are not shown now are left out',
      response: { 200: z.object({ items: z.array(HostAnswer) }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const ids = await favouriteIds(deps.db, identityOf(request));
      return { items: await listHostsById(deps.db, await readersOf(deps, request, reply), ids) };
    },
  });
}

export function addFavouriteRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'PUT',
    url: '/api/me/favourite-hosts/:id',
    config: { access: 'member' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['directory'],
      summary: 'Add a host to the favourites',
      params: z.object({ id: Uuid }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const own = identityOf(request);
      await transaction(deps.db, async (tx) => {
        await lockMember(tx, own.memberId);
        await addFavourite(tx, own, request.params.id);
      });
      return reply.code(204).send(null);
    },
  });
}

export function dropFavouriteRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'DELETE',
    url: '/api/me/favourite-hosts/:id',
    config: { access: 'member' },
    schema: {
      tags: ['directory'],
      summary: 'Remove a host from the favourites',
      params: z.object({ id: Uuid }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await transaction(deps.db, (tx) => dropFavourite(tx, identityOf(request), request.params.id));
      return reply.code(204).send(null);
    },
  });
}
