import { type AnswerOf, type AskOf, call } from '../shared/client.ts';

export type Guide = AnswerOf<'get', '/api/console/guide'>;
export type GuideForm = AskOf<'put', '/api/console/guide'>['body'];

export const GUIDE_SECTIONS = ['offers', 'sameCity', 'served', 'booking', 'reporting'] as const;

/** A version by its number; null for the current one. */
export function readGuide(version: number | null, signal?: AbortSignal): Promise<Guide> {
  return call('get', '/api/console/guide', { query: version === null ? {} : { version }, signal });
}

export function saveGuide(body: GuideForm): Promise<Guide> {
  return call('put', '/api/console/guide', { body });
}
