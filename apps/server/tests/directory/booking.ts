import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { dayLater, nextAvailable, todayAt } from '../../src/directory/availability.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type AddedHost, addCity, addHost } from '../kit/hosts.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';

/** A booking request as the API answers it. */
export interface Booking {
  id: string;
  threadId: string;
  hostName: string;
  state: string;
  version: number;
  day: string;
  proposal: { day: string; hour: string; note: string } | null;
  declinedBy: string | null;
  declinedWhy: string | null;
}

export interface Guide {
  club: Club;
  server: TestServer;
  sara: SignedInStaff;
  cora: SignedInStaff;
  close(): Promise<void>;
}

export async function openGuide(): Promise<Guide> {
  const club = await openClub();
  const server = await openServer(club);
  return {
    club,
    server,
    sara: await signedInStaff(club, 'support'),
    cora: await signedInStaff(club, 'content'),
    async close() {
      await server.stop();
      await club.close();
    },
  };
}

export async function newHost({ club }: Guide): Promise<AddedHost> {
  return addHost(club, {
    cityId: await addCity(club),
    services: ['city-guide', 'interpreter'],
    languages: ['en', 'mn'],
  });
}

export const newMember = async ({ club }: Guide): Promise<SignedIn> => signIn(club, await club.member({ credits: 0n }));

/** The day `count` days from today in the host's city. */
export function dayIn({ club }: Guide, count: number): string {
  return dayLater(todayAt(club.clock.nowMs(), 105.96), count);
}

/** The next weekday with this ISO number, from tomorrow on. */
export function weekdayIn(guide: Guide, weekday: number): string {
  const day = nextAvailable({ weekdays: [weekday], daysOff: [] }, dayIn(guide, 1), dayIn(guide, 8));
  if (day === null) throw new Error('no such weekday');
  return day;
}

/** Requests a booking. `more` replaces fields. */
export function request(guide: Guide, by: SignedIn, host: AddedHost, more: Record<string, unknown> = {}) {
  const { key = randomUUID(), ...fields } = more;
  const body = { service: 'city-guide', language: 'en', day: dayIn(guide, 3), hour: '18:00', note: 'Two of us.' };
  return call(guide.server, `/api/hosts/${host.hostId}/bookings`, {
    cookie: by.cookie,
    body: { ...body, ...fields },
    headers: { 'idempotency-key': String(key) },
  });
}

export async function requested(guide: Guide, by: SignedIn, host: AddedHost): Promise<Booking> {
  const answer = await request(guide, by, host);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Booking;
}

/** An act of the member: `accept` or `end`. */
export function asMember(
  { server }: Guide,
  by: SignedIn,
  { id, version }: Pick<Booking, 'id' | 'version'>,
  act: string,
) {
  return call(server, `/api/me/bookings/${id}/${act}`, { cookie: by.cookie, body: { version } });
}

/** An act of the concierge. */
export function asHouse(
  { server, sara }: Guide,
  member: SignedIn,
  { id, version }: Pick<Booking, 'id' | 'version'>,
  act: string,
  more: Record<string, unknown> = {},
  staff: { cookie: string } = sara,
) {
  const path = `/api/console/members/${member.memberId}/bookings/${id}/${act}`;
  return call(server, path, { cookie: staff.cookie, body: { version, ...more } });
}

/** A request of the member. */
export async function read({ server }: Guide, by: SignedIn, id: string): Promise<Booking> {
  const { items } = (await (await call(server, '/api/me/bookings', { cookie: by.cookie })).json()) as {
    items: Booking[];
  };
  const found = items.find((one) => one.id === id);
  if (!found) throw new Error('the member has no such request');
  return found;
}

/** Kinds and states of the member's messages about bookings, newest first. */
export async function told({ server }: Guide, by: SignedIn): Promise<unknown[]> {
  const { items } = (await (await call(server, '/api/me/messages', { cookie: by.cookie })).json()) as {
    items: { kind: string; params: { state?: string } }[];
  };
  return items.filter(({ kind }) => kind === 'booking-changed').map(({ params }) => params.state);
}

export async function problemOf(answer: Response) {
  const { code, params, fields } = (await answer.json()) as {
    code: string;
    params: Record<string, unknown>;
    fields?: Record<string, string>;
  };
  return { status: answer.status, code, params, fields };
}
