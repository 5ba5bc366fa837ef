import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type City = AnswerOf<'get', '/api/console/cities'>['items'][number];
export type CityForm = AskOf<'post', '/api/console/cities'>['body'];

/** The server returns all of them, by name. */
export async function readCities(signal?: AbortSignal): Promise<City[]> {
  return (await call('get', '/api/console/cities', { signal })).items;
}

export const citiesApi: ResourceApi<City> = {
  keyOf: ({ id }) => id,
  async list({ signal }) {
    const items = await readCities(signal);
    return { items, nextCursor: null, total: items.length };
  },
};

/** Adds a city, or changes the one with this id. */
export async function saveCity(id: string | null, body: CityForm): Promise<void> {
  if (id === null) await call('post', '/api/console/cities', { body });
  else await call('put', '/api/console/cities/{id}', { params: { id }, body });
}
