import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { call, signIn } from '../http/server.ts';
import { addHost } from '../kit/hosts.ts';
import { signedInStaff } from '../kit/staff.ts';
import type { Ground } from './ground.ts';

export const MB = 1_024 * 1_024;

/** Target of an upload by a new sender, so that earlier uploads do not count. */
export interface Place {
  path: string;
  headers: Record<string, string>;
}

export interface Door {
  bytesMax: number;
  /** Files per minute and sender. */
  aMinute: number;
  open(): Promise<Place>;
}

const BANNER = `insert into house.banner (id, title, body, position) values ($1, 'Tonight', 'Dice at nine', 1)`;
const LOGO = `insert into house.payment_logo (id, name, made, place) values ($1, 'Card', 'card', 1)`;

/** All operations whose body is a picture. */
export function pictureDoors(ground: () => Ground): Readonly<Record<string, Door>> {
  return {
    '/api/me/avatar': { bytesMax: 2 * MB, aMinute: 10, open: () => asMember(ground(), async () => '/api/me/avatar') },
    '/api/me/desk/threads/{id}/files/{file}': {
      bytesMax: 4 * MB,
      aMinute: 10,
      open: () =>
        asMember(ground(), async (cookie) => {
          const body = { subject: 'question', words: 'Where do I top up?' };
          const id = await idOf(ground(), '/api/me/desk/threads', body, cookie);
          return `/api/me/desk/threads/${id}/files/${randomUUID()}`;
        }),
    },
    '/api/me/host-reports/{id}/pictures/{key}': {
      bytesMax: 8 * MB,
      aMinute: 12,
      open: () =>
        asMember(ground(), async (cookie) => {
          const { hostId } = await addHost(ground().club);
          const body = { reason: 'other', words: 'The picture shows another person.' };
          const id = await idOf(ground(), `/api/hosts/${hostId}/reports`, body, cookie);
          return `/api/me/host-reports/${id}/pictures/${randomUUID()}`;
        }),
    },
    '/api/host-link/pictures/{picture}': {
      bytesMax: 8 * MB,
      aMinute: 12,
      open: async () => {
        const { token } = await addHost(ground().club);
        return { path: `/api/host-link/pictures/${randomUUID()}`, headers: { authorization: `Bearer ${token}` } };
      },
    },
    '/api/console/hosts/{id}/pictures/{picture}': {
      bytesMax: 8 * MB,
      aMinute: 20,
      open: () =>
        asContent(
          ground(),
          async () => `/api/console/hosts/${(await addHost(ground().club)).hostId}/pictures/${randomUUID()}`,
        ),
    },
    '/api/console/banners/{id}/picture': {
      bytesMax: 4 * MB,
      aMinute: 10,
      open: () => asContent(ground(), async () => `/api/console/banners/${await rowOf(ground(), BANNER)}/picture`),
    },
    '/api/console/payment-logos/{id}/picture': {
      bytesMax: 4 * MB,
      aMinute: 10,
      open: () => asContent(ground(), async () => `/api/console/payment-logos/${await rowOf(ground(), LOGO)}/picture`),
    },
    '/api/console/face/logo': {
      bytesMax: 4 * MB,
      aMinute: 10,
      open: async () => {
        const { cookie } = await signedInStaff(ground().club, 'owner');
        return { path: '/api/console/face/logo', headers: { cookie } };
      },
    },
    '/api/console/videos/{id}/cover': {
      bytesMax: 4 * MB,
      aMinute: 10,
      open: () => asContent(ground(), () => `/api/console/videos/${ground().known.titleId}/cover`),
    },
  };
}

async function asMember(at: Ground, pathOf: (cookie: string) => Promise<string>): Promise<Place> {
  const { cookie } = await signIn(at.club, await at.club.member());
  return { path: await pathOf(cookie), headers: { cookie } };
}

async function asContent(at: Ground, pathOf: () => Promise<string> | string): Promise<Place> {
  const { cookie } = await signedInStaff(at.club, 'content');
  return { path: await pathOf(), headers: { cookie } };
}

async function idOf(at: Ground, path: string, body: unknown, cookie: string): Promise<string> {
  const answer = await call(at.server, path, { body, cookie, headers: { 'idempotency-key': randomUUID() } });
  expect([path, answer.status]).toEqual([path, 201]);
  return ((await answer.json()) as { id: string }).id;
}

/** Inserts a row of the house that a picture can be uploaded to. */
async function rowOf(at: Ground, insert: string): Promise<string> {
  const id = newId();
  await at.club.owner.query(insert, [id]);
  return id;
}
