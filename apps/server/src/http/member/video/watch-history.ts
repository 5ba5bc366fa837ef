import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { readShownTitle, readShownTitles, type ShownTitle } from '../../../video/catalogue.ts';
import { notePlay } from '../../../video/play-counts.ts';
import {
  forgetProgress,
  listWatched,
  noteProgress,
  readVideoChoice,
  setVideoChoice,
} from '../../../video/watch-history.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery, Uuid } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { answerCard, openTitle, readAsking } from './video-answers.ts';
import { VideoCardAnswer } from './video-shapes.ts';

const ById = z.object({ id: Uuid });
const Choice = z.object({
  history: z.boolean().describe('True if positions in films are stored'),
  access: z.boolean().describe('True if the member has switched films on'),
});

/** Throws `not-found` if the title is not shown, `no-grant` if it is not open to the member. */
async function readOpenTitle(
  deps: Pick<MemberDeps, 'db' | 'house'>,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<ShownTitle> {
  const asking = await readAsking(deps, request, reply);
  const title = await readShownTitle(deps.db, asking.readers, request.params.id);
  if (title === null) throw new Refusal('not-found');
  if (openTitle(asking, title).lock !== null) throw new Refusal('no-grant');
  return title;
}

export function noteVideoProgressRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'PUT',
    url: '/api/videos/:id/progress',
    config: { access: 'member', unattended: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['video'],
      summary: 'Store the position in a film; with the history off nothing is stored',
      params: ById,
      body: z.strictObject({ positionMs: z.number().int().min(0).max(2_147_483_647) }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const title = await readOpenTitle(deps, request, reply);
      const positionMs = Math.min(request.body.positionMs, title.durationMs);
      await transaction(deps.db, (tx) => noteProgress(tx, identityOf(request), title.id, positionMs));
      return reply.code(204).send(null);
    },
  });
}

export function noteVideoPlayRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'POST',
    url: '/api/videos/:id/plays',
    config: { access: 'member', unattended: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['video'],
      summary: 'Count a play of a full film: once per member and hour',
      params: ById,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const title = await readOpenTitle(deps, request, reply);
      await transaction(deps.db, (tx) => notePlay(tx, identityOf(request), title.id));
      return reply.code(204).send(null);
    },
  });
}

export function listVideoHistoryRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'GET',
    url: '/api/me/video-history',
    config: { access: 'member', readCost: 2 },
    schema: {
      tags: ['video'],
      summary: 'Watched films with the position in each, newest first',
      querystring: pageQuery(ID_CURSOR).extend({
        unfinished: z.enum(['1']).optional().describe('1: only films that were not watched to their end'),
      }),
      response: {
        200: page(z.object({ video: VideoCardAnswer, positionMs: z.number().int(), atMs: z.number().int() })),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { limit, cursor, unfinished } = request.query;
      const asking = await readAsking(deps, request, reply);
      const found = await listWatched(deps.db, identityOf(request), {
        limit,
        unfinished: unfinished !== undefined,
        ...(cursor === undefined ? {} : { before: cursor }),
      });
      const ids = found.items.map(({ titleId }) => titleId);
      const titles = new Map((await readShownTitles(deps.db, asking.readers, ids)).map((title) => [title.id, title]));
      const items = found.items.flatMap(({ titleId, positionMs, atMs }) => {
        const title = titles.get(titleId);
        return title ? [{ video: answerCard(asking, title), positionMs, atMs }] : [];
      });
      return { ...found, items };
    },
  });
}

export function forgetVideoHistoryRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'DELETE',
    url: '/api/me/video-history',
    config: { access: 'member' },
    schema: {
      tags: ['video'],
      summary: 'Delete the watch history',
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await transaction(deps.db, (tx) => forgetProgress(tx, identityOf(request)));
      return reply.code(204).send(null);
    },
  });
}

export function forgetWatchedVideoRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'DELETE',
    url: '/api/me/video-history/:id',
    config: { access: 'member' },
    schema: {
      tags: ['video'],
      summary: 'Delete a title from the watch history',
      params: ById,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await transaction(deps.db, (tx) => forgetProgress(tx, identityOf(request), request.params.id));
      return reply.code(204).send(null);
    },
  });
}

export function videoChoicesRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'GET',
    url: '/api/me/video-choices',
    config: { access: 'member' },
    schema: {
      tags: ['video'],
      summary: 'The member’s switches for films',
      response: { 200: Choice, ...PROBLEMS },
    },
    handler: (request) => readVideoChoice(deps.db, identityOf(request)),
  });
}

export function setVideoChoicesRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'PATCH',
    url: '/api/me/video-choices',
    config: { access: 'member' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['video'],
      summary: 'Set the switches for films; turning the history off deletes it',
      body: z.strictObject({ history: z.boolean().optional(), access: z.boolean().optional() }),
      response: { 200: Choice, ...PROBLEMS },
    },
    handler: (request) => {
      const { history, access } = request.body;
      const change = { ...(history === undefined ? {} : { history }), ...(access === undefined ? {} : { access }) };
      return transaction(deps.db, (tx) => setVideoChoice(tx, identityOf(request), change));
    },
  });
}
