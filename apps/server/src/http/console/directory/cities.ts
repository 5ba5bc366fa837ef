import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { type CityPlan, changeCity, createCity, listKeptCities } from '../../../directory/cities.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { LANGUAGES } from '../../../languages.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';

/** Body limit: a name in every language of the club, escaped as JSON. */
const CITY_BYTES_MAX = 32_768;

const CityBody = z.strictObject({
  texts: z
    .partialRecord(z.enum(LANGUAGES), z.strictObject({ name: z.string().trim().min(1).max(60) }))
    .refine((texts) => Object.keys(texts).length > 0)
    .describe('By language, one at least'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .describe('ISO 3166-1 alpha-2'),
  tier: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .describe('1, 2 or 3; in tier 3 the concierge arranges visits'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  hidden: z.boolean().default(false).describe('True: members see neither the city nor its hosts'),
});

const CityAnswer = CityBody.extend({
  id: z.uuid(),
  texts: z.record(z.string(), z.object({ name: z.string() })),
  shown: z.number().int().describe('Number of hosts that members see'),
  hosts: z.number().int().describe('Number of hosts that are not removed'),
});
z.globalRegistry.add(CityAnswer, { id: 'ConsoleCity' });

const All = z.object({ items: z.array(CityAnswer) });

export function listKeptCitiesRoute(http: Http, { db, house }: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/console/cities',
    config: { access: 'staff', roles: ['support', 'content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'All cities of the guide by name, hidden ones included',
      response: { 200: All, ...PROBLEMS },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        await record(tx, { staff: staffOf(request), act: 'cities-read', why: null, address: request.ip });
        return { items: await listKeptCities(tx.q, { languages: [], house: house.locale }) };
      }),
  });
}

export function createCityRoute(http: Http, { db, house }: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/console/cities',
    config: { access: 'staff', roles: ['content', 'owner'], readByMembers: true, judgedWords: true },
    bodyLimit: CITY_BYTES_MAX,
    schema: { tags: ['console'], summary: 'Add a city', body: CityBody, response: { 201: All, ...PROBLEMS } },
    handler: async (request, reply) => {
      const { hidden, ...plan } = planOf(request.body);
      const items = await transaction(db, async (tx) => {
        const id = await createCity(tx, plan);
        if (hidden) await changeCity(tx, id, { ...plan, hidden });
        const act = { act: 'city-created', subject: `city/${id}`, after: { ...plan, hidden } };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
        return listKeptCities(tx.q, { languages: [], house: house.locale });
      });
      return reply.code(201).send({ items });
    },
  });
}

export function changeCityRoute(http: Http, { db, house }: DirectoryDeps): void {
  http.route({
    method: 'PUT',
    url: '/api/console/cities/:id',
    config: { access: 'staff', roles: ['content', 'owner'], readByMembers: true, judgedWords: true },
    bodyLimit: CITY_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Change or hide a city',
      params: z.object({ id: Uuid }),
      body: CityBody,
      response: { 200: All, ...PROBLEMS },
    },
    handler: (request) => {
      const plan = planOf(request.body);
      const { id } = request.params;
      return transaction(db, async (tx) => {
        const before = await changeCity(tx, id, plan);
        const act = { act: 'city-changed', subject: `city/${id}`, before, after: plan };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
        return { items: await listKeptCities(tx.q, { languages: [], house: house.locale }) };
      });
    },
  });
}

function planOf(body: z.infer<typeof CityBody>): CityPlan & { hidden: boolean } {
  return { ...body, texts: body.texts as CityPlan['texts'] };
}
