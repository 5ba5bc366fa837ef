import { post, putFile, remove } from '../shared/client.ts';
import { namedUrl } from '../shared/page-member.ts';
import type { Avatar, MadeAvatar } from '../shared/types.ts';

interface Chosen {
  avatar: Avatar;
}

/** Where the member's own picture is. Another picture has another address, so that none is shown for another. */
export function myPictureUrl(version: string): string {
  return namedUrl(`/api/me/avatar?v=${version}`);
}

export async function chooseAvatar(made: MadeAvatar): Promise<Avatar> {
  return (await post<Chosen>('/api/me/avatar', { body: { made } })).avatar;
}

/** The server re-encodes the picture and stores its pixels only. */
export async function uploadAvatar(picture: Blob): Promise<Avatar> {
  return (await putFile<Chosen>('/api/me/avatar', picture)).avatar;
}

export async function removeAvatar(): Promise<Avatar> {
  await remove('/api/me/avatar');
  return { kind: 'none' };
}
