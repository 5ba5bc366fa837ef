import { type AnswerOf, type AskOf, call, sendFile } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';
import { Problem } from '../shared/problem.ts';

export type Banner = AnswerOf<'get', '/api/console/banners'>['items'][number];
export type BannerForm = AskOf<'post', '/api/console/banners'>['body'];

/** The server returns all of them, in their order. */
async function readAll(signal?: AbortSignal): Promise<Banner[]> {
  return (await call('get', '/api/console/banners', { signal })).items;
}

export const bannersApi: ResourceApi<Banner, Banner> = {
  keyOf: ({ id }) => id,
  async list({ signal }) {
    const items = await readAll(signal);
    return { items, nextCursor: null, total: items.length };
  },
  async one(id, signal) {
    const found = (await readAll(signal)).find((one) => one.id === id);
    if (found === undefined) throw new Problem('not-found', 404);
    return found;
  },
};

/** Creates a banner, or changes the one with this id. */
export function saveBanner(id: string | null, body: BannerForm): Promise<Banner> {
  if (id === null) return call('post', '/api/console/banners', { body });
  return call('put', '/api/console/banners/{id}', { params: { id }, body });
}

export function sendBannerPicture(id: string, file: Blob): Promise<Banner> {
  return sendFile('/api/console/banners/{id}/picture', { id }, file);
}

export async function withdrawBanner(id: string): Promise<void> {
  await call('delete', '/api/console/banners/{id}', { params: { id } });
}
