import { type AnswerOf, type AskOf, call, namedAddressOf, sendFile } from '../shared/client.ts';

export type Face = AnswerOf<'get', '/api/console/face'>;
export type FaceForm = Omit<AskOf<'put', '/api/console/face'>['body'], 'why'>;

export function readFace(signal?: AbortSignal): Promise<Face> {
  return call('get', '/api/console/face', { signal });
}

/** Members see it immediately. */
export function setFace(body: FaceForm, why: string): Promise<Face> {
  return call('put', '/api/console/face', { body: { ...body, why } });
}

/** Uploads a logo, which members do not see yet. */
export function sendLogo(file: Blob): Promise<{ id: string }> {
  return sendFile('/api/console/face/logo', {}, file);
}

/** URL of an uploaded logo, for previews. */
export function logoUrl(id: string): string {
  return namedAddressOf('/api/console/face/logos/{id}', { id });
}
