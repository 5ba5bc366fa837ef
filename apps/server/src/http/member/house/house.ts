import { QUICKNET } from '@tercet/fair';
import { z } from 'zod';
import { currentKey, readLogKeys } from '../../../book/log-key.ts';
import type { Db } from '../../../db/pool.ts';
import { voidRate } from '../../../draw/evidence/draw-records.ts';
import { readFront } from '../../../house/house.ts';
import { FUNDS_RATINGS } from '../../../house/house-file.ts';
import { readService, type Service } from '../../../house/service.ts';
import { statedFunds } from '../../../house/stated-funds.ts';
import { bestWords, type LanguageCode } from '../../../languages.ts';
import { currentPeriod, databaseNowMs, isListed } from '../../../lottery/catalogue.ts';
import { presentStop } from '../../../lottery/stops.ts';
import type { HouseTable } from '../../../lottery/tables.ts';
import { createSingleFlight } from '../../../process/single-flight.ts';
import type { Http } from '../../http.ts';
import { answerStop } from '../../shared/answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Hex, Minor, StopAnswer } from '../../shared/shapes.ts';
import { openToAll } from '../book/book-log.ts';
import { LiabilitiesStateAnswer, readLiabilitiesState } from '../book/liabilities.ts';
import type { MemberDeps } from '../deps.ts';
import { logoAddress } from './face-pictures.ts';
import { NoticeAnswer, readerLanguages } from './notice-answers.ts';

type Deps = Pick<
  MemberDeps,
  'db' | 'house' | 'face' | 'statements' | 'joining' | 'newestTable' | 'catalogue' | 'receiptKey' | 'witnesses'
>;

const OperatorAnswer = z.object({ name: z.string(), address: z.string(), contact: z.string() });
const LicenceAnswer = z.object({ number: z.string(), authority: z.string(), link: z.string() });
const FundsAnswer = z.object({
  text: z.string().nullable(),
  link: z.string().nullable(),
  rating: z.enum(FUNDS_RATINGS).describe('How far the money is protected if the house becomes insolvent'),
  version: z.string().describe('Changes with text, link and rating; members acknowledge it before a top-up'),
});
const ComplaintBodyAnswer = z.object({ name: z.string(), link: z.string() });

const HouseAnswer = z.object({
  name: z.string(),
  logo: z.string().nullable().describe('Address of its logo; null for the app’s own mark'),
  mode: z.enum(['play', 'live']),
  currency: z.object({ code: z.string(), exponent: z.number().int() }),
  locale: z.string(),
  supportHours: z.string(),
  startingCreditsMinor: Minor,
  operator: OperatorAnswer.nullable().describe('Operator of the club'),
  licence: LicenceAnswer.nullable().describe('Licence; null in a house for play credits'),
  funds: FundsAnswer.nullable().describe('How members’ money is segregated; null in a house for play credits'),
  complaintBody: ComplaintBodyAnswer.nullable().describe(
    'Independent body for complaints; null in a house for play credits',
  ),
  countries: z
    .array(z.string())
    .describe('Countries from which members are accepted, ISO 3166-1 alpha-2; empty if none are named'),
  ageMin: z.number().int(),
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
  liabilities: LiabilitiesStateAnswer.omit({ dueDate: true }),
  stops: z
    .array(StopAnswer.extend({ name: z.string().nullable().describe('Name of the stopped lottery; null for all') }))
    .describe('Stops of betting in force or announced'),
  banners: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      link: z.string().nullable(),
      picture: z
        .discriminatedUnion('kind', [
          z.object({ kind: z.literal('made'), id: z.string() }),
          z.object({ kind: z.literal('own'), version: z.string() }),
        ])
        .nullable()
        .describe('A built-in pattern, or the picture at `/api/banners/{id}/picture`'),
    }),
  ),
  service: z
    .object({
      open: z.boolean(),
      url: z.string().nullable(),
      texts: z
        .object({ arrival: z.string(), helpTitle: z.string(), helpText: z.string() })
        .nullable()
        .describe('Texts in the reader’s preferred language'),
    })
    .nullable()
    .describe('Service texts; null if there are none'),
  ticker: z.array(NoticeAnswer).describe('The newest notices'),
  book: z.object({
    origin: z.string(),
    receiptKey: Hex,
    logKey: z.string().nullable().describe('Verifier key of the book; null before its first checkpoint'),
    witnesses: z.array(
      z.object({
        vkey: z.string(),
        url: z.string(),
        operator: z.string().nullable().describe('Operator of the witness, as stated by the house'),
      }),
    ),
    policy: z
      .object({ quorum: z.number().int(), witnesses: z.array(z.string()) })
      .describe('Witness policy of the newest table; a quorum of 0 requires no witness'),
  }),
});

export function houseRoute(http: Http, deps: Deps): void {
  const operators = new Map(deps.statements.witnesses.map(({ key, operator }) => [key, operator]));
  // Single-flight per set of languages: concurrent callers share one text. Every page loads it, and it takes about ten
  // queries. The void rate is the same in all languages.
  const rate = createSingleFlight(() => voidRate(deps.db));
  const look = createSingleFlight(async (languages) =>
    JSON.stringify(HouseAnswer.parse(await answerHouse(deps, operators, rate, languages.split(',') as LanguageCode[]))),
  );
  http.route({
    method: 'GET',
    url: '/api/house',
    config: { access: 'public', site: 'both', readCost: 4 },
    // Tells other programs, such as the verifier's page, the witnesses' addresses.
    onRequest: openToAll,
    schema: {
      tags: ['house'],
      summary: 'The operator of the club, its licence, services and witnesses',
      response: { 200: HouseAnswer, ...PROBLEMS },
    },
    // The text was validated against the schema when it was made.
    serializerCompiler: () => (text) => text as string,
    handler: async (request, reply) => {
      const languages = await readerLanguages(deps.db, request, reply);
      return reply.type('application/json; charset=utf-8').send((await look(languages.join())) as never);
    },
  });
}

/** `languages` are ordered by the reader's preference. */
async function answerHouse(
  deps: Deps,
  operators: ReadonlyMap<string, string>,
  rate: (key: '') => ReturnType<typeof voidRate>,
  languages: readonly LanguageCode[],
): Promise<z.infer<typeof HouseAnswer>> {
  const { house } = deps;
  const newest = deps.newestTable();
  const front = await readFront(deps.db, languages, house.locale);
  const service = await readService(deps.db);
  const { latestDate, overdue } = await readLiabilitiesState(deps.db);
  return {
    name: house.name,
    logo: logoAddress(deps.face()),
    mode: house.mode,
    currency: { code: house.currency, exponent: house.exponent },
    locale: house.locale,
    supportHours: service?.hours ?? house.supportHours,
    service: service && answerService(service, languages, house.locale),
    startingCreditsMinor: String(house.startingCredits),
    ...houseStatements(deps),
    beacon: answerBeacon(newest),
    voidRate: await rate(''),
    liabilities: { latestDate, overdue },
    stops: presentStops(deps, languages, await databaseNowMs(deps.db)),
    ...front,
    book: {
      origin: house.origin,
      // A table names the receipt key. Before the first table, show this process's key, which signs nothing yet.
      receiptKey: newest?.entry.receipt_key ?? deps.receiptKey,
      logKey: currentKey(await readLogKeys(deps.db), await databaseNowMs(deps.db))?.vkey ?? null,
      witnesses: deps.witnesses.map(({ vkey, url }) => ({ vkey, url, operator: operators.get(vkey) ?? null })),
      policy: { quorum: Number(newest?.entry.quorum ?? 0), witnesses: [...(newest?.entry.witnesses ?? [])] },
    },
  };
}

/** Stops of all betting and of lotteries that members are offered. */
function presentStops({ catalogue }: Deps, languages: readonly LanguageCode[], nowMs: number) {
  const { stops, lotteries, locale } = catalogue();
  const all = presentStop(stops, null, nowMs);
  const ofLotteries = lotteries.flatMap((lottery) => {
    const stop = presentStop(stops, lottery.id, nowMs);
    if (stop === null || !isListed(lottery, currentPeriod(lottery, nowMs))) return [];
    const { name } = bestWords({ ...lottery.texts, [locale]: lottery }, languages, locale) ?? lottery;
    return [{ ...answerStop(stop, lottery.key), name }];
  });
  return [...(all === null ? [] : [{ ...answerStop(all, null), name: null }]), ...ofLotteries];
}

function answerService({ open, url, texts }: Service, languages: readonly LanguageCode[], locale: string) {
  return { open, url, texts: bestWords(texts, languages, locale) };
}

/** A house for play shows no licence, even if configured: it must not look like a house for money. */
function houseStatements({ house, statements, joining }: Deps) {
  const isLive = house.mode === 'live';
  return {
    operator: statements.operator,
    licence: isLive ? statements.licence : null,
    funds: statedFunds(house, statements),
    complaintBody: isLive ? statements.complaints : null,
    countries: [...joining.countries],
    ageMin: joining.ageMin,
  };
}

/** Before the first table: the public beacon, which the house will have to use unless it is for play. */
function answerBeacon(newest: HouseTable | null): z.infer<typeof HouseAnswer>['beacon'] {
  const { hash, publicKey, scheme, period, genesis } = newest?.chain ?? QUICKNET;
  const kind = newest?.entry.beacon_kind ?? 'drand';
  return { kind, chainHash: hash, publicKey, scheme, period, genesis, houseRun: kind === 'local' };
}

export function clockRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/clock',
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['house'],
      summary: 'Time of the database clock, which decides when betting ends',
      response: { 200: z.object({ nowMs: z.number().int() }), ...PROBLEMS },
    },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { nowMs: await databaseNowMs(deps.db) };
    },
  });
}
