import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';
import { Problem } from '../shared/problem.ts';

export type Lottery = AnswerOf<'get', '/api/console/lotteries'>['items'][number];
export type OddsTable = Lottery['coming'][number];
export type BetCode = OddsTable['bets'][number]['bet'];
export type LotteryShowing = AskOf<'put', '/api/console/lotteries/{key}'>['body'];
export type Odds = AskOf<'post', '/api/console/lotteries/{key}/preview'>['body'];
export type TablePreview = AnswerOf<'post', '/api/console/lotteries/{key}/preview'>;
export type NewLottery = AskOf<'post', '/api/console/lotteries/preview'>['body'];
export type TableFault = NonNullable<TablePreview['fault']>;
export type Proposal = AnswerOf<'post', '/api/console/lotteries/{key}/tables'>;

export async function readLotteries(signal?: AbortSignal): Promise<Lottery[]> {
  return (await call('get', '/api/console/lotteries', { signal })).items;
}

/** Throws `not-found`. */
export async function readLottery(key: string, signal?: AbortSignal): Promise<Lottery> {
  const found = (await readLotteries(signal)).find((one) => one.key === key);
  if (found === undefined) throw new Problem('not-found', 404);
  return found;
}

export const lotteriesApi: ResourceApi<Lottery, Lottery> = {
  keyOf: ({ key }) => key,
  async list({ signal }) {
    const items = await readLotteries(signal);
    return { items, nextCursor: null, total: items.length };
  },
  one: readLottery,
};

export function showLottery(key: string, body: LotteryShowing): Promise<unknown> {
  return call('put', '/api/console/lotteries/{key}', { params: { key }, body });
}

/** Computes chance and return of each bet, and whether the table may be published. Writes nothing. */
export function previewOdds(key: string, body: Odds, signal?: AbortSignal): Promise<TablePreview> {
  return call('post', '/api/console/lotteries/{key}/preview', { params: { key }, body, signal });
}

export function proposeOdds(key: string, odds: Odds, why: string): Promise<Proposal> {
  return call('post', '/api/console/lotteries/{key}/tables', { params: { key }, body: { ...odds, why } });
}

/** Computes chance and return of each bet of a new lottery, and its first period. Writes nothing. */
export function previewLottery(body: NewLottery, signal?: AbortSignal): Promise<TablePreview> {
  return call('post', '/api/console/lotteries/preview', { body, signal });
}

export function proposeLottery(body: NewLottery, why: string): Promise<Proposal> {
  return call('post', '/api/console/lotteries', { body: { ...body, why } });
}

export function proposeRetirement(key: string, why: string): Promise<Proposal> {
  return call('post', '/api/console/lotteries/{key}/retirement', { params: { key }, body: { why } });
}
