import { openTime } from '@tercet/fair';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type DrawRecord, lastDraws, listDraws } from '../../../draw/evidence/draw-records.ts';
import { periodView } from '../../../draw/period-state.ts';
import {
  type Catalogue,
  currentPeriod,
  databaseNowMs,
  isListed,
  isRetired,
  type Lottery,
  tableOf,
} from '../../../lottery/catalogue.ts';
import { closedLotteries } from '../../../lottery/closed-lotteries.ts';
import { localizedCatalogue } from '../../../lottery/localized-catalogue.ts';
import { presentStop, type Stop, stopOfPeriod } from '../../../lottery/stops.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { answerStop, answerTable } from '../../shared/answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { DrawAnswer, LotteryAnswer, page, pageQuery, TableAnswer } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';

type Deps = Pick<MemberDeps, 'db' | 'catalogue'>;

const Key = z.object({ key: z.string().max(32) });

export function lotteryClassesRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/lottery-classes',
    config: { access: 'public' },
    schema: {
      tags: ['lotteries'],
      summary: 'Classes of lotteries, in the order in which they are shown',
      response: { 200: z.object({ items: z.array(z.object({ key: z.string(), name: z.string() })) }), ...PROBLEMS },
    },
    handler: (request, reply) => {
      const { classes } = spokenTo(deps, request, reply);
      return { items: classes.filter(({ hidden }) => !hidden).map(({ key, name }) => ({ key, name })) };
    },
  });
}

export function listLotteriesRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/lotteries',
    config: { access: 'public' },
    schema: {
      tags: ['lotteries'],
      summary:
        'Lotteries with their current and next period. A class and Home have those that are offered; without a filter, ' +
        'hidden and retired ones are included',
      querystring: z.object({ class: z.string().max(32).optional(), hot: z.enum(['true', 'false']).optional() }),
      response: { 200: z.object({ items: z.array(LotteryAnswer), nowMs: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { class: classKey, hot } = request.query;
      const wanted = spokenTo(deps, request, reply)
        .lotteries.filter((one) => one.tables.length > 0)
        .filter((one) => classKey === undefined || one.classKey === classKey)
        .filter((one) => hot === undefined || one.hot === (hot === 'true'));
      const items = await answerLotteries(deps, wanted);
      const isFiltered = classKey !== undefined || hot !== undefined;
      return { items: items.filter(({ listed }) => listed || !isFiltered), nowMs: await databaseNowMs(deps.db) };
    },
  });
}

export function readLotteryRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/lotteries/:key',
    // The console's dashboard links here.
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['lotteries'],
      summary: 'One lottery with the odds table of its current period',
      params: Key,
      response: { 200: LotteryAnswer.extend({ table: TableAnswer, nowMs: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const lottery = lotteryOf({ catalogue: () => spokenTo(deps, request, reply) }, request.params.key);
      const nowMs = await databaseNowMs(deps.db);
      const [answer] = await answerLotteries(deps, [lottery]);
      const table = answer && tableOf(lottery, answer.current.period);
      if (!answer || !table) throw new Refusal('not-found');
      return { ...answer, table: answerTable(table), nowMs };
    },
  });
}

export function listDrawsRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/lotteries/:key/draws',
    // The console's dashboard links here.
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['lotteries'],
      summary: 'Sealed, drawn and void periods of a lottery, newest first',
      params: Key,
      querystring: pageQuery(/^\d{1,15}$/),
      response: { 200: page(DrawAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor } = request.query;
      return listDraws(deps.db, lotteryOf(deps, request.params.key), {
        limit,
        ...(cursor === undefined ? {} : { before: Number(cursor) }),
      });
    },
  });
}

/** The catalogue in the reader's language. Sets `vary` for caches. */
function spokenTo(deps: Deps, request: FastifyRequest, reply: FastifyReply): Catalogue {
  reply.header('vary', 'accept-language');
  return localizedCatalogue(deps.catalogue(), request.headers['accept-language']);
}

export function lotteryOf(deps: Pick<Deps, 'catalogue'>, key: string): Lottery {
  const lottery = deps.catalogue().byKey.get(key);
  if (!lottery) throw new Refusal('not-found');
  return lottery;
}

async function answerLotteries(deps: Deps, lotteries: readonly Lottery[]): Promise<z.infer<typeof LotteryAnswer>[]> {
  const [nowMs, last, closed] = await Promise.all([
    databaseNowMs(deps.db),
    lastDraws(deps.db, lotteries),
    closedLotteries(deps.db),
  ]);
  const { stops } = deps.catalogue();
  return lotteries.flatMap((lottery) => {
    const state = { lastDraw: last.get(lottery.id) ?? null, closed: closed.has(lottery.id), stops };
    const answer = answerLottery(lottery, nowMs, state);
    return answer ? [answer] : [];
  });
}

interface LotteryState {
  lastDraw: DrawRecord | null;
  /** Closed by its last switch. */
  closed: boolean;
  stops: readonly Stop[];
}

function answerLottery(lottery: Lottery, nowMs: number, { lastDraw, closed, stops }: LotteryState) {
  const current = periodView(lottery, currentPeriod(lottery, nowMs), nowMs);
  const next = current && periodView(lottery, current.period + 1, nowMs);
  const table = current && tableOf(lottery, current.period);
  if (!current || !next || !table) return null;
  const { retiredFrom } = lottery;
  const stopped = stopOfPeriod(stops, lottery, current.period);
  const stop = stopped ?? presentStop(stops, null, nowMs) ?? presentStop(stops, lottery.id, nowMs);
  return {
    key: lottery.key,
    name: lottery.name,
    icon: lottery.icon,
    description: lottery.description,
    class: lottery.classKey,
    periodSeconds: lottery.periodSeconds,
    minBalanceMinor: String(table.minBalance),
    stakeMinMinor: String(table.stakeMin),
    hot: lottery.hot,
    closed: closed || stopped !== null || isRetired(lottery, current.period),
    listed: isListed(lottery, current.period),
    retiresAtMs: retiredFrom === null ? null : openTime(retiredFrom, lottery.periodSeconds) * 1_000,
    stop: stop && answerStop(stop, lottery.key),
    current,
    next,
    lastDraw,
  };
}
