import { post, putFile, remove } from '../shared/client.ts';
import { namedUrl } from '../shared/page-member.ts';
import type { Avatar, MadeAvatar } from '../shared/types.ts';

interface Chosen {
  avatar: Avatar;
}

/** URL of the member's own picture. Each version has its own URL, so that caches never show an old one. */
export function myPictureUrl(version: string): string {
  return namedUrl(`/api/me/avatar?v=${version}`);
}

export async function chooseAvatar(made: MadeAvatar): Promise<Avatar> {
  return (await post<Chosen>('/api/me/avatar', { body: { made } })).avatar;
}

/** Uploads a picture. The server re-encodes it and stores only its pixels. */
export async function uploadAvatar(picture: Blob): Promise<Avatar> {
  return (await putFile<Chosen>('/api/me/avatar', picture)).avatar;
}

export async function removeAvatar(): Promise<Avatar> {
  await remove('/api/me/avatar');
  return { kind: 'none' };
}
