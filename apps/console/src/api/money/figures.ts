import { type AnswerOf, call } from '../shared/client.ts';
import type { ListAsk, ResourceApi } from '../shared/data-provider.ts';
import { Problem } from '../shared/problem.ts';

export type Dashboard = AnswerOf<'get', '/api/console/dashboard'>;
export type Figures = AnswerOf<'get', '/api/console/figures'>;
export type Queue = AnswerOf<'get', '/api/console/queues'>['items'][number];
export type DayDraw = AnswerOf<'get', '/api/console/day-draws'>['items'][number];
export type Draw = AnswerOf<'get', '/api/lotteries/{key}/draws'>['items'][number];
export type Lottery = AnswerOf<'get', '/api/lotteries/{key}'>;
export type Liability = AnswerOf<'get', '/api/book/liabilities'>['items'][number];

export function readDashboard(signal?: AbortSignal): Promise<Dashboard> {
  return call('get', '/api/console/dashboard', { signal, unattended: true });
}

export const FIGURE_SPANS = ['7', '30', '90'] as const;
export type FigureSpan = (typeof FIGURE_SPANS)[number];

export function readFigures(days: FigureSpan, signal?: AbortSignal): Promise<Figures> {
  return call('get', '/api/console/figures', { query: { days }, signal, unattended: true });
}

/** The person's queues, and the server's time of the answer. */
export function readQueues(signal?: AbortSignal): Promise<AnswerOf<'get', '/api/console/queues'>> {
  return call('get', '/api/console/queues', { signal, unattended: true });
}

export function readLottery(key: string, signal?: AbortSignal): Promise<Lottery> {
  return call('get', '/api/lotteries/{key}', { params: { key }, signal });
}

export const dayDrawsApi: ResourceApi<DayDraw> = {
  keyOf: ({ lotteryKey, period }) => `${lotteryKey}/${period}`,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/day-draws', { query: { day: filterValue(filter, 'day'), limit, cursor }, signal }),
};

export const drawsApi: ResourceApi<Draw> = {
  keyOf: ({ drawId }) => drawId,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/lotteries/{key}/draws', {
      params: { key: filterValue(filter, 'lottery') },
      query: { limit, cursor },
      signal,
    }),
};

export const liabilitiesApi: ResourceApi<Liability> = {
  keyOf: ({ date }) => date,
  list: ({ limit, cursor, signal }) => call('get', '/api/book/liabilities', { query: { limit, cursor }, signal }),
};

/** Throws `not-found` if the filter lacks the name. */
function filterValue(filter: ListAsk['filter'], name: string): string {
  const value = filter[name];
  if (value === undefined) throw new Problem('not-found', 404);
  return value;
}
