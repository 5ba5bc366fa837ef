import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { readShownTitles } from '../../../video/catalogue.ts';
import { findShownTitle } from '../../../video/titles.ts';
import { addLater, listLater, removeLater } from '../../../video/watch-later.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery, Uuid } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { answerCard, readAsking } from './video-answers.ts';
import { VideoCardAnswer } from './video-shapes.ts';

const ById = z.object({ id: Uuid });

export function listWatchLaterRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'GET',
    url: '/api/me/watch-later',
    config: { access: 'member', readCost: 2 },
    schema: {
      tags: ['video'],
      summary: 'The member’s watch-later list, newest first',
      querystring: pageQuery(ID_CURSOR),
      response: { 200: page(z.object({ video: VideoCardAnswer, atMs: z.number().int() })), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { limit, cursor } = request.query;
      const asking = await readAsking(deps, request, reply);
      const found = await listLater(deps.db, identityOf(request), {
        limit,
        ...(cursor === undefined ? {} : { before: cursor }),
      });
      const ids = found.items.map(({ titleId }) => titleId);
      const titles = new Map((await readShownTitles(deps.db, asking.readers, ids)).map((title) => [title.id, title]));
      const items = found.items.flatMap(({ titleId, atMs }) => {
        const title = titles.get(titleId);
        return title ? [{ video: answerCard(asking, title), atMs }] : [];
      });
      return { ...found, items };
    },
  });
}

export function addWatchLaterRoute(http: Http, { db }: Pick<MemberDeps, 'db'>): void {
  http.route({
    method: 'PUT',
    url: '/api/me/watch-later/:id',
    config: { access: 'member' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['video'],
      summary: 'Add a title to the watch-later list',
      params: ById,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const title = await findShownTitle(db, request.params.id);
      if (title === null) throw new Refusal('not-found');
      await transaction(db, (tx) => addLater(tx, identityOf(request), title.id));
      return reply.code(204).send(null);
    },
  });
}

export function removeWatchLaterRoute(http: Http, { db }: Pick<MemberDeps, 'db'>): void {
  http.route({
    method: 'DELETE',
    url: '/api/me/watch-later/:id',
    config: { access: 'member' },
    schema: {
      tags: ['video'],
      summary: 'Remove a title from the watch-later list',
      params: ById,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await transaction(db, (tx) => removeLater(tx, identityOf(request), request.params.id));
      return reply.code(204).send(null);
    },
  });
}
