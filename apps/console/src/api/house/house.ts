import { type AnswerOf, call } from '../shared/client.ts';

export type House = AnswerOf<'get', '/api/house'>;

export function readHouse(signal?: AbortSignal): Promise<House> {
  return call('get', '/api/house', { signal });
}
