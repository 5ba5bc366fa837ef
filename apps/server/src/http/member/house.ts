import { z } from 'zod';
import { currentKey, readLogKeys } from '../../book/log-key.ts';
import type { WitnessAddress } from '../../book/witness.ts';
import type { Db } from '../../db/pool.ts';
import { voidRate } from '../../draw/records.ts';
import { type House, readFront } from '../../house/house.ts';
import { readService } from '../../house/service.ts';
import { databaseNowMs } from '../../lottery/catalogue.ts';
import type { HouseTable } from '../../lottery/tables.ts';
import type { Http } from '../http.ts';
import { openToAll } from './book-log.ts';
import { PROBLEMS } from './forms.ts';
import { readStanding, StandingAnswer } from './liabilities.ts';
import { Hex, Minor } from './shapes.ts';

export interface HouseRouteDeps {
  db: Db;
  house: House;
  /** The newest table: its beacon is the one that decides from now on. */
  newestTable(): HouseTable;
  receiptKey: string;
  /** Where the witnesses are reached. */
  witnesses: readonly WitnessAddress[];
}

const HouseAnswer = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  mode: z.enum(['play', 'live']),
  currency: z.object({ code: z.string(), exponent: z.number().int() }),
  locale: z.string(),
  supportHours: z.string(),
  startingCreditsMinor: Minor,
  beacon: z.object({
    kind: z.enum(['drand', 'local']),
    chainHash: Hex,
    publicKey: Hex,
    scheme: z.string(),
    period: z.number().int(),
    genesis: z.number().int(),
    houseRun: z.boolean(),
  }),
  voidRate: z.object({ days: z.number().int(), draws: z.number().int(), voids: z.number().int() }),
  liabilities: StandingAnswer.omit({ dueDate: true }),
  banners: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      texts: z.record(z.string(), z.object({ title: z.string(), text: z.string() })).describe('By language'),
      link: z.string().nullable(),
      picture: z
        .discriminatedUnion('kind', [
          z.object({ kind: z.literal('made'), id: z.string() }),
          z.object({ kind: z.literal('own'), version: z.string() }),
        ])
        .nullable()
        .describe('A pattern of the house, or what `/api/banners/{id}/picture` has'),
    }),
  ),
  service: z
    .object({
      open: z.boolean(),
      url: z.string().nullable(),
      texts: z.record(z.string(), z.object({ arrival: z.string(), helpTitle: z.string(), helpText: z.string() })),
    })
    .nullable()
    .describe('Null where the house has said nothing of it'),
  ticker: z.array(z.object({ id: z.string(), text: z.string(), atMs: z.number().int() })),
  book: z.object({
    origin: z.string(),
    receiptKey: Hex,
    logKey: z.string().nullable().describe('verifier key of the book; null before its first checkpoint'),
    witnesses: z.array(z.object({ vkey: z.string(), url: z.string() })),
    policy: z
      .object({ quorum: z.number().int(), witnesses: z.array(z.string()) })
      .describe('of the newest table; a quorum of 0 asks for no witness'),
  }),
});

export function houseRoute(http: Http, deps: HouseRouteDeps): void {
  http.route({
    method: 'GET',
    url: '/api/house',
    config: { access: 'public' },
    // Tells programs elsewhere, such as the verifier's page, where the witnesses are.
    onRequest: openToAll,
    schema: { tags: ['house'], summary: 'Who runs the club, and how', response: { 200: HouseAnswer, ...PROBLEMS } },
    handler: async () => {
      const { house } = deps;
      const { chain, entry } = deps.newestTable();
      const front = await readFront(deps.db);
      const service = await readService(deps.db);
      const { latestDate, overdue } = await readStanding(deps.db);
      const { hash, publicKey, scheme, period, genesis } = chain;
      return {
        name: house.name,
        logo: null,
        mode: house.mode,
        currency: { code: house.currency, exponent: house.exponent },
        locale: house.locale,
        supportHours: service?.hours ?? house.supportHours,
        service: service && { open: service.open, url: service.url, texts: { ...service.texts } },
        startingCreditsMinor: String(house.startingCredits),
        beacon: {
          kind: entry.beacon_kind,
          chainHash: hash,
          publicKey,
          scheme,
          period,
          genesis,
          houseRun: entry.beacon_kind === 'local',
        },
        voidRate: await voidRate(deps.db),
        liabilities: { latestDate, overdue },
        ...front,
        book: {
          origin: house.origin,
          receiptKey: deps.receiptKey,
          logKey: currentKey(await readLogKeys(deps.db), await databaseNowMs(deps.db))?.vkey ?? null,
          witnesses: [...deps.witnesses],
          policy: { quorum: Number(entry.quorum), witnesses: [...entry.witnesses] },
        },
      };
    },
  });
}

export function clockRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/clock',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'The clock that decides when betting ends',
      response: { 200: z.object({ nowMs: z.number().int() }), ...PROBLEMS },
    },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { nowMs: await databaseNowMs(deps.db) };
    },
  });
}
