import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';

/** A club with a desk and a staff member. */
export interface Desk {
  club: Club;
  server: TestServer;
  sara: SignedInStaff;
  member(): Promise<SignedIn>;
  close(): Promise<void>;
}

export async function openDesk(): Promise<Desk> {
  const club = await openClub();
  const server = await openServer(club);
  return {
    club,
    server,
    sara: await signedInStaff(club, 'support'),
    member: async () => signIn(club, await club.member()),
    async close() {
      await server.stop();
      await club.close();
    },
  };
}

export interface ThreadEntry {
  n: number;
  from: string;
  role: string | null;
  words: string;
  file: { kind: string; name: string; bytes: number } | null;
}

export interface Thread {
  id: string;
  memberId?: string;
  state: string;
  closedBy: string | null;
  unread: number;
  entries: number;
  waitsSinceMs: number | null;
  memberRead: number;
  houseRead: number;
  said: ThreadEntry[];
}

interface Options {
  body?: unknown;
  key?: string;
  method?: string;
}

export function by(desk: Desk, who: { cookie: string }, path: string, { body, key, method }: Options = {}) {
  return call(desk.server, path, {
    cookie: who.cookie,
    ...(body === undefined ? {} : { body }),
    ...(method === undefined ? {} : { method }),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
}

export function begin(desk: Desk, who: SignedIn, words = 'Where do I top up?', key = randomUUID(), more = {}) {
  return by(desk, who, '/api/me/desk/threads', { body: { subject: 'question', words, ...more }, key });
}

export async function begun(desk: Desk, who: SignedIn, words?: string): Promise<Thread> {
  return taken(await begin(desk, who, words), 201);
}

export function write(desk: Desk, who: SignedIn, id: string, words: string, key: string = randomUUID()) {
  return by(desk, who, `/api/me/desk/threads/${id}/words`, { body: { words }, key });
}

export function staffPath(who: SignedIn, id: string, act = ''): string {
  return `/api/console/members/${who.memberId}/desk/${id}${act}`;
}

export function answer(desk: Desk, who: SignedIn, id: string, words: string, key: string = randomUUID()) {
  return by(desk, desk.sara, staffPath(who, id, '/answer'), { body: { words }, key });
}

export async function own(desk: Desk, who: SignedIn, id: string): Promise<Thread> {
  return taken(await by(desk, who, `/api/me/desk/threads/${id}`), 200);
}

export async function taken<T>(response: Response, status: number): Promise<T> {
  const body = await response.json();
  expect([response.status, body]).toEqual([status, expect.anything()]);
  return body as T;
}

export async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}

export function sendFile(
  desk: Desk,
  who: SignedIn,
  id: string,
  bytes: Buffer,
  more: { key?: string; name?: string } = {},
) {
  const { key = randomUUID(), name = 'slip.png' } = more;
  return fetch(`${desk.server.address}/api/me/desk/threads/${id}/files/${key}?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: {
      origin: desk.server.address,
      cookie: who.cookie,
      'content-type': 'application/octet-stream',
      ...callerHeader('/api/me', who.cookie),
    },
    body: new Uint8Array(bytes),
  });
}
