import { z } from 'zod';
import { Refusal } from '../../../refusal.ts';
import {
  hotTitles,
  listClasses,
  listTitles,
  readShownTitle,
  recommendedTitles,
  relatedTitles,
  TITLE_SORTS,
} from '../../../video/catalogue.ts';
import { startPointOf } from '../../../video/start-point.ts';
import { readProgress } from '../../../video/watch-history.ts';
import { isLater } from '../../../video/watch-later.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery, Uuid } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { answerCard, answerLock, openTitle, readAsking } from './video-answers.ts';
import { VideoAnswer, VideoCardAnswer } from './video-shapes.ts';

const HOT = 3;
const RECOMMENDED = 8;
const RELATED = 8;

export function videoClassesRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'GET',
    url: '/api/video-classes',
    config: { access: 'public' },
    schema: {
      tags: ['video'],
      summary: 'Classes of the library that have titles, in the order in which they are shown',
      response: {
        200: z.object({
          items: z.array(z.object({ slug: z.string(), name: z.string(), titles: z.number().int() })),
        }),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { readers } = await readAsking(deps, request, reply);
      return { items: await listClasses(deps.db, readers) };
    },
  });
}

export function listVideosRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'GET',
    url: '/api/videos',
    config: { access: 'public', readCost: 2 },
    schema: {
      tags: ['video'],
      summary: 'Titles of the library, with price or required balance',
      querystring: pageQuery(ID_CURSOR).extend({
        class: z.string().max(32).optional(),
        search: z.string().trim().max(80).optional().describe('Part of a name, in any language'),
        sort: z.enum(TITLE_SORTS).optional().describe('Default: newest first'),
        included: z.enum(['1']).optional().describe('1: only titles that are free or open by the member’s balance'),
      }),
      response: { 200: page(VideoCardAnswer), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { limit, cursor, class: slug, search, sort, included } = request.query;
      const asking = await readAsking(deps, request, reply);
      const found = await listTitles(deps.db, {
        ...asking.readers,
        limit,
        ...(sort === undefined ? {} : { sort }),
        ...(included === undefined ? {} : { includedFor: { viewer: asking.viewer, terms: asking.terms } }),
        ...(slug === undefined ? {} : { class: slug }),
        ...(search === undefined || search === '' ? {} : { search }),
        ...(cursor === undefined ? {} : { before: cursor }),
      });
      return { ...found, items: found.items.map((title) => answerCard(asking, title)) };
    },
  });
}

export function featuredVideosRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'GET',
    url: '/api/videos/featured',
    config: { access: 'public', readCost: 2 },
    schema: {
      tags: ['video'],
      summary: 'Titles on Home: the three most watched, and recommendations',
      response: {
        200: z.object({ hot: z.array(VideoCardAnswer), recommended: z.array(VideoCardAnswer) }),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const asking = await readAsking(deps, request, reply);
      const hot = await hotTitles(deps.db, asking.readers, HOT);
      const recommended = await recommendedTitles(deps.db, asking.readers, RECOMMENDED);
      return {
        hot: hot.map((title) => answerCard(asking, title)),
        recommended: recommended.map((title) => answerCard(asking, title)),
      };
    },
  });
}

export function readVideoRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'GET',
    url: '/api/videos/:id',
    config: { access: 'public' },
    schema: {
      tags: ['video'],
      summary: 'One title, with what the member needs to watch it',
      params: z.object({ id: Uuid }),
      response: { 200: VideoAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const asking = await readAsking(deps, request, reply);
      const title = await readShownTitle(deps.db, asking.readers, request.params.id);
      if (title === null) throw new Refusal('not-found');
      const { identity } = request;
      return {
        ...answerCard(asking, title),
        className: title.className,
        description: title.description,
        locale: title.locale,
        captions: title.captions.map(({ locale }) => locale),
        lock: answerLock(openTitle(asking, title).lock),
        startMs: startPointOf({
          durationMs: title.durationMs,
          ownMs: title.startMs,
          houseMs: asking.terms.startMs,
        }),
        positionMs: identity && (await readProgress(deps.db, identity, title.id)),
        later: identity && (await isLater(deps.db, identity, title.id)),
        chapters: [...title.chapters],
      };
    },
  });
}

export function relatedVideosRoute(http: Http, deps: Pick<MemberDeps, 'db' | 'house'>): void {
  http.route({
    method: 'GET',
    url: '/api/videos/:id/related',
    config: { access: 'public' },
    schema: {
      tags: ['video'],
      summary: 'Related titles, of the same class first',
      params: z.object({ id: Uuid }),
      response: { 200: z.object({ items: z.array(VideoCardAnswer) }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const asking = await readAsking(deps, request, reply);
      const found = await relatedTitles(deps.db, asking.readers, request.params.id, RELATED);
      return { items: found.map((title) => answerCard(asking, title)) };
    },
  });
}
