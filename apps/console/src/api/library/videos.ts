import { type AnswerOf, type AskOf, call, namedAddressOf, sendFile } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type Video = AnswerOf<'get', '/api/console/videos'>['items'][number];
export type WholeVideo = AnswerOf<'get', '/api/console/videos/{id}'>;
export type VideoForm = AskOf<'post', '/api/console/videos'>['body'];
export type VideoAccess = VideoForm['access'];
export type VideoClass = AnswerOf<'get', '/api/console/video-classes'>['items'][number];
export type ClassForm = AskOf<'patch', '/api/console/video-classes/{id}'>['body'];
export type VideoTerms = AnswerOf<'get', '/api/console/video-terms'>;
export type TermsForm = AskOf<'post', '/api/console/video-terms'>['body'];

export const VIDEO_STATES = ['draft', 'waiting', 'shown', 'withdrawn'] as const;
/** The library has no adult content. */
export const AGES = [0, 6, 12, 16] as const;

export const videosApi: ResourceApi<Video, WholeVideo> = {
  keyOf: ({ id }) => id,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/videos', { query: { limit, cursor, ...filter }, signal }),
  one: (id, signal) => call('get', '/api/console/videos/{id}', { params: { id }, signal }),
};

export function createVideo(body: VideoForm): Promise<Video> {
  return call('post', '/api/console/videos', { body });
}

/** Changes the given fields only. */
export function changeVideo(id: string, body: Partial<VideoForm>): Promise<Video> {
  return call('patch', '/api/console/videos/{id}', { params: { id }, body });
}

export function publishVideo(id: string): Promise<Video> {
  return call('post', '/api/console/videos/{id}/publish', { params: { id } });
}

export function withdrawVideo(id: string, why: string): Promise<Video> {
  return call('post', '/api/console/videos/{id}/withdraw', { params: { id }, body: { why } });
}

export function sendCover(id: string, file: Blob): Promise<Video> {
  return sendFile('/api/console/videos/{id}/cover', { id }, file);
}

/** URL of a title's picture; null if it has none. */
export function coverOf({ id, coverVersion, filmId }: Pick<Video, 'id' | 'coverVersion' | 'filmId'>): string | null {
  const version = coverVersion ?? filmId;
  return version === null ? null : namedAddressOf('/api/console/videos/{id}/cover', { id }, { v: version });
}

/** The server returns all of them, in their order. */
export async function readClasses(signal?: AbortSignal): Promise<VideoClass[]> {
  return (await call('get', '/api/console/video-classes', { signal })).items;
}

export const classesApi: ResourceApi<VideoClass, VideoClass> = {
  keyOf: ({ id }) => id,
  async list({ signal }) {
    const items = await readClasses(signal);
    return { items, nextCursor: null, total: items.length };
  },
};

export function createClass(body: ClassForm & { slug: string }): Promise<VideoClass> {
  return call('post', '/api/console/video-classes', { body });
}

export function changeClass(id: string, body: ClassForm): Promise<VideoClass> {
  return call('patch', '/api/console/video-classes/{id}', { params: { id }, body });
}

export function readVideoTerms(signal?: AbortSignal): Promise<VideoTerms> {
  return call('get', '/api/console/video-terms', { signal });
}

export function setVideoTerms(body: TermsForm): Promise<VideoTerms['now']> {
  return call('post', '/api/console/video-terms', { body });
}
