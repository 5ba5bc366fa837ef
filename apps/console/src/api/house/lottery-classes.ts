import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type LotteryClass = AnswerOf<'get', '/api/console/lottery-classes'>['items'][number];
export type LotteryClassForm = AskOf<'put', '/api/console/lottery-classes/{key}'>['body'];

export async function readLotteryClasses(signal?: AbortSignal): Promise<LotteryClass[]> {
  return (await call('get', '/api/console/lottery-classes', { signal })).items;
}

export const lotteryClassesApi: ResourceApi<LotteryClass, LotteryClass> = {
  keyOf: ({ key }) => key,
  async list({ signal }) {
    const items = await readLotteryClasses(signal);
    return { items, nextCursor: null, total: items.length };
  },
};

export function createLotteryClass(body: LotteryClassForm & { key: string }): Promise<LotteryClass> {
  return call('post', '/api/console/lottery-classes', { body });
}

export function changeLotteryClass(key: string, body: LotteryClassForm): Promise<LotteryClass> {
  return call('put', '/api/console/lottery-classes/{key}', { params: { key }, body });
}
