import { post, postForFile, put, putFile } from '../shared/client.ts';
import type { HostProfile } from '../shared/types.ts';

/** What a host can do through the private link. Most calls return the new profile. */

type Act = 'profile' | 'consent' | 'consent/withdraw' | 'away' | 'resume';

export function actByLink(bearer: string, act: Act): Promise<HostProfile> {
  return post(`/api/host-link/${act}`, { bearer });
}

export type HostTexts = Record<string, { name: string; about: string }>;

export function writeMyTexts(bearer: string, texts: HostTexts): Promise<HostProfile> {
  return put('/api/host-link/words', { bearer, body: { texts } });
}

/** Sets the weekdays (1 is Monday) and single dates on which members can book. */
export function setMyDays(bearer: string, weekdays: number[], daysOff: string[]): Promise<HostProfile> {
  return put('/api/host-link/days', { bearer, body: { weekdays, daysOff } });
}

/** Uploads a picture. Idempotent: each key counts once. */
export function sendMyPicture(bearer: string, key: string, picture: Blob): Promise<HostProfile> {
  return putFile(`/api/host-link/pictures/${key}`, picture, { bearer });
}

/** A picture of the profile, even before its approval. */
export function readOwnPicture(bearer: string, picture: string): Promise<Blob> {
  return postForFile(`/api/host-link/pictures/${encodeURIComponent(picture)}`, { bearer });
}

export function removeMyPicture(bearer: string, picture: string): Promise<HostProfile> {
  return post(`/api/host-link/pictures/${encodeURIComponent(picture)}/remove`, { bearer });
}

/** Orders the pictures; `ids` must contain all of them. */
export function orderMyPictures(bearer: string, ids: string[]): Promise<HostProfile> {
  return post('/api/host-link/pictures/order', { bearer, body: { ids } });
}

/** Replaces the link's token. The old link stops working when this returns. */
export function rotateLink(bearer: string): Promise<{ token: string; profile: HostProfile }> {
  return post('/api/host-link/rotate', { bearer });
}

export function eraseHost(bearer: string): Promise<void> {
  return post('/api/host-link/erase', { bearer });
}
