import { type AnswerOf, call, namedAddressOf, sendFile } from '../shared/client.ts';

/** One uploaded film of a title and its processing state. */
export type Film = AnswerOf<'get', '/api/console/films/{id}'>;
export type FilmStarted = AnswerOf<'post', '/api/console/videos/{id}/films'>;

/** Current state of a film; pages poll it. */
export function readFilm(id: string, signal?: AbortSignal): Promise<Film> {
  return call('get', '/api/console/films/{id}', { params: { id }, signal, unattended: true });
}

/** URL of the part of a film that each member may watch. Each start of the player is logged. */
export function beginningAddress(id: string): string {
  return namedAddressOf('/api/console/films/{id}/beginning', { id });
}

export function startFilm(videoId: string, { name: fileName, size: bytes }: File): Promise<FilmStarted> {
  return call('post', '/api/console/videos/{id}/films', { params: { id: videoId }, body: { fileName, bytes } });
}

/**
 * Sends a part that starts at `offset`. Returns the size stored so far; throws `wrong-offset` if the server expects
 * another offset.
 */
export async function sendFilmPart(id: string, offset: number, part: Blob, signal: AbortSignal): Promise<number> {
  const more = { query: { offset }, signal, unattended: true } as const;
  return (await sendFile('/api/console/films/{id}/parts', { id }, part, more)).receivedBytes;
}

export function retryFilm(id: string): Promise<Film> {
  return call('post', '/api/console/films/{id}/retry', { params: { id } });
}

export async function removeFilm(id: string): Promise<void> {
  await call('delete', '/api/console/films/{id}', { params: { id } });
}

type CaptionsLocale = AnswerOf<'get', '/api/console/films/{id}'>['captions'][number]['locale'];

export function sendCaptions(id: string, locale: CaptionsLocale, text: string): Promise<{ cues: number }> {
  const params = { id, locale: locale as never };
  return call('put', '/api/console/films/{id}/captions/{locale}', { params, body: { text } });
}

export async function removeCaptions(id: string, locale: CaptionsLocale): Promise<void> {
  await call('delete', '/api/console/films/{id}/captions/{locale}', { params: { id, locale: locale as never } });
}
