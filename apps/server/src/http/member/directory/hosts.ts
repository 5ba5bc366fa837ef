import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { isDay } from '../../../directory/availability.ts';
import { CITY_CURSOR, listCities, type Readers } from '../../../directory/cities.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { favouriteIds } from '../../../directory/favourites.ts';
import { listHosts, readHost, readPicture } from '../../../directory/public-hosts.ts';
import { SERVICES } from '../../../directory/services.ts';
import { LANGUAGES } from '../../../languages.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { CityAnswer, HostAnswer } from '../../shared/directory-shapes.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { readerLanguages } from '../house/notice-answers.ts';

export async function readersOf(deps: DirectoryDeps, request: FastifyRequest, reply: FastifyReply): Promise<Readers> {
  return { languages: await readerLanguages(deps.db, request, reply), house: deps.house.locale };
}

export function listCitiesRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/cities',
    config: { access: 'public' },
    schema: {
      tags: ['directory'],
      summary: 'Cities of the guide, the largest first, with location and number of hosts',
      querystring: pageQuery(CITY_CURSOR).extend({
        search: z.string().trim().max(80).optional().describe('Part of a name, in any language'),
      }),
      response: { 200: page(CityAnswer), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { limit, cursor, search } = request.query;
      const readers = await readersOf(deps, request, reply);
      reply.header('cache-control', request.identity === null ? 'public, no-cache' : 'private, no-cache');
      return listCities(deps.db, readers, {
        limit,
        ...(search === undefined || search === '' ? {} : { search }),
        ...(cursor === undefined ? {} : { cursor }),
      });
    },
  });
}

export function listHostsRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/cities/:id/hosts',
    config: { access: 'member' },
    schema: {
      tags: ['directory'],
      summary: 'Hosts shown in a city, newest first',
      params: z.object({ id: Uuid }),
      querystring: pageQuery(ID_CURSOR).extend({
        service: z.enum(SERVICES).optional(),
        language: z.enum(LANGUAGES).optional(),
        day: z.string().max(10).optional().describe('`YYYY-MM-DD`: only hosts who are available on it'),
        favourites: z.literal('1').optional().describe('Only the member’s favourites'),
      }),
      response: { 200: page(HostAnswer), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { limit, cursor, service, language, day, favourites } = request.query;
      if (day !== undefined && !isDay(day)) throw new Refusal('date-bad', {}, { day: 'date-bad' });
      const among = favourites === undefined ? undefined : await favouriteIds(deps.db, identityOf(request));
      return listHosts(deps.db, await readersOf(deps, request, reply), {
        cityId: request.params.id,
        limit,
        ...(service === undefined ? {} : { service }),
        ...(language === undefined ? {} : { language }),
        ...(day === undefined ? {} : { day }),
        ...(among === undefined ? {} : { among }),
        ...(cursor === undefined ? {} : { cursor }),
      });
    },
  });
}

export function readHostRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/hosts/:id',
    config: { access: 'member' },
    schema: {
      tags: ['directory'],
      summary: 'One host',
      params: z.object({ id: Uuid }),
      response: { 200: HostAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => readHost(deps.db, await readersOf(deps, request, reply), request.params.id),
  });
}

/** No cache stores the picture: a host who withdraws consent disappears at once. */
export function readHostPictureRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/hosts/:id/pictures/:picture',
    config: { access: 'member' },
    schema: {
      tags: ['directory'],
      summary: 'A picture of a host; 410 when members no longer see the host',
      params: z.object({ id: Uuid, picture: Uuid }),
      response: {
        200: { description: 'A picture', content: { 'image/webp': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const picture = await readPicture(db, request.params.id, request.params.picture);
      reply.header('content-security-policy', PICTURE_POLICY);
      return reply.type('image/webp').send(picture);
    },
  });
}
