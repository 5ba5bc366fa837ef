import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endBookingsOfHidden } from '../../src/jobs/end-bookings-of-hidden.ts';
import { call, type SignedIn } from '../http/server.ts';
import type { AddedHost } from '../kit/hosts.ts';
import { pidOf, untilWaiting } from '../kit/locks.ts';
import {
  asHouse,
  asMember,
  dayIn,
  type Guide,
  newHost,
  newMember,
  openGuide,
  problemOf,
  read,
  request,
  requested,
  told,
  weekdayIn,
} from './booking.ts';

let guide: Guide;
let host: AddedHost;
let member: SignedIn;

beforeAll(async () => {
  guide = await openGuide();
});
afterAll(() => guide.close());
beforeEach(async () => {
  await guide.club.owner.query('delete from members.attempt_count');
  // Messages about hosts of the test before.
  await endBookingsOfHidden(guide.club.jobs);
  host = await newHost(guide);
  member = await newMember(guide);
});

const ALL_WEEK = [1, 2, 3, 4, 5, 6, 7];

function asHost(path: string, body?: unknown, token = host.token) {
  const headers = { authorization: `Bearer ${token}` };
  const sent = body === undefined ? { method: 'POST' } : { method: 'PUT', body };
  return call(guide.server, `/api/host-link/${path}`, { headers, ...sent });
}

const setDays = (weekdays: number[], daysOff: string[]) => asHost('days', { weekdays, daysOff });
const hostsOn = async (query: string) => {
  const answer = await call(guide.server, `/api/cities/${host.cityId}/hosts?${query}`, { cookie: member.cookie });
  return ((await answer.json()) as { total: number }).total;
};

describe('the days of a host', () => {
  test('are set by their own link, and members and staff see them', async () => {
    const off = dayIn(guide, 5);
    const answer = await setDays([5, 1, 1], [off]);
    expect(await answer.json()).toMatchObject({ weekdays: [1, 5], daysOff: [off] });
    const seen = await call(guide.server, `/api/hosts/${host.hostId}`, { cookie: member.cookie });
    expect(await seen.json()).toMatchObject({ weekdays: [1, 5], daysOff: [off], today: dayIn(guide, 0) });
    const staff = await call(guide.server, `/api/console/hosts/${host.hostId}`, { cookie: guide.cora.cookie });
    expect(await staff.json()).toMatchObject({ weekdays: [1, 5], daysOff: [off] });
  });

  test('are refused by the field if they do not exist, and past ones are dropped', async () => {
    expect(await problemOf(await setDays(ALL_WEEK, ['2026-02-30']))).toMatchObject({ fields: { daysOff: 'date-bad' } });
    expect((await setDays([8], [])).status).toBe(400);
    expect(await (await setDays(ALL_WEEK, ['2001-01-01'])).json()).toMatchObject({ daysOff: [] });
    expect((await asHost('days', { weekdays: [], daysOff: [] }, 'A'.repeat(43))).status).toBe(403);
  });

  test('refuse a request for another day, and name the next one', async () => {
    const monday = weekdayIn(guide, 1);
    await setDays([3], []);
    const { code, params, fields } = await problemOf(await request(guide, member, host, { day: monday }));
    expect({ code, fields }).toEqual({ code: 'host-day-off', fields: { day: 'host-day-off' } });
    expect(new Date(`${params.nextDay}T00:00:00Z`).getUTCDay()).toBe(3);
    expect(String(params.nextDay) > monday).toBe(true);
    expect((await request(guide, member, host, { day: params.nextDay })).status).toBe(201);
    await setDays([], []);
    expect(await problemOf(await request(guide, member, host))).toMatchObject({ code: 'host-day-off', params: {} });
  });

  test('also bind a proposal of the concierge', async () => {
    const booking = await requested(guide, member, host);
    const off = dayIn(guide, 4);
    await setDays(ALL_WEEK, [off]);
    const answer = await asHouse(guide, member, booking, 'propose', { day: off, hour: '10:00', note: '' });
    expect(await problemOf(answer)).toMatchObject({ code: 'host-day-off', params: { nextDay: dayIn(guide, 5) } });
  });

  test('filter the list, and so do favourites', async () => {
    const off = dayIn(guide, 6);
    await setDays(ALL_WEEK, [off]);
    expect(await hostsOn(`day=${off}`)).toBe(0);
    expect(await hostsOn(`day=${dayIn(guide, 7)}`)).toBe(1);
    expect(await hostsOn('favourites=1')).toBe(0);
    const favourite = `/api/me/favourite-hosts/${host.hostId}`;
    const put = () => call(guide.server, favourite, { cookie: member.cookie, method: 'PUT' });
    expect([(await put()).status, (await put()).status]).toEqual([204, 204]);
    expect(await hostsOn('favourites=1')).toBe(1);
    const list = await call(guide.server, '/api/me/favourite-hosts', { cookie: member.cookie });
    expect(await list.json()).toMatchObject({ items: [{ id: host.hostId }] });
    const other = await newMember(guide);
    const others = await call(guide.server, '/api/me/favourite-hosts', { cookie: other.cookie });
    expect(await others.json()).toEqual({ items: [] });
    await asHost('consent/withdraw');
    const hidden = await call(guide.server, '/api/me/favourite-hosts', { cookie: member.cookie });
    expect(await hidden.json()).toEqual({ items: [] });
    expect((await call(guide.server, favourite, { cookie: member.cookie, method: 'DELETE' })).status).toBe(204);
  });
});

describe('a host who disappears', () => {
  const ENDED = { state: 'declined', declinedBy: 'gone', declinedWhy: null, hostName: '' };

  test.each(['consent/withdraw', 'away', 'erase'])('by %s ends open requests, and says so', async (path) => {
    const booking = await requested(guide, member, host);
    await asHost(path);
    expect(await read(guide, member, booking.id)).toMatchObject(ENDED);
    expect(await endBookingsOfHidden(guide.club.jobs)).toBe(1);
    expect(await endBookingsOfHidden(guide.club.jobs)).toBe(0);
    expect(await told(guide, member)).toEqual(['gone']);
    expect(await problemOf(await request(guide, member, host))).toMatchObject({ code: 'host-gone' });
  });

  test('by a report or by staff ends open requests, agreed ones too, and leaves finished ones', async () => {
    const done = await requested(guide, member, host);
    await asHouse(guide, member, done, 'agree');
    await asHouse(guide, member, { ...done, version: 2 }, 'done');
    const agreed = await requested(guide, member, host);
    await asHouse(guide, member, agreed, 'agree');
    const path = `/api/console/hosts/${host.hostId}/hide`;
    await call(guide.server, path, { cookie: guide.cora.cookie, body: { why: 'Until a talk.' } });
    expect(await read(guide, member, agreed.id)).toMatchObject(ENDED);
    expect(await read(guide, member, done.id)).toMatchObject({ state: 'done' });
  });

  test('by time ends requests at the next turn of the job, or at the next act', async () => {
    const one = await requested(guide, member, host);
    const two = await requested(guide, member, host);
    const proposal = { day: dayIn(guide, 4), hour: '10:00', note: '' };
    await asHouse(guide, member, two, 'propose', proposal);
    await guide.club.owner.query(
      `update directory.consent set at = clock.now() - interval '1 day', until_at = clock.now() - interval '1 minute'
       where host_id = $1`,
      [host.hostId],
    );
    expect(await (await asMember(guide, member, { ...two, version: 2 }, 'accept')).json()).toMatchObject(ENDED);
    expect(await read(guide, member, one.id)).toMatchObject(ENDED);
    expect(await endBookingsOfHidden(guide.club.jobs)).toBe(2);
    await guide.club.owner.query(
      `update directory.booking set state = 'asked', declined_by = null, declined_why = null where id = $1`,
      [one.id],
    );
    expect(await endBookingsOfHidden(guide.club.jobs)).toBe(1);
    expect(await endBookingsOfHidden(guide.club.jobs)).toBe(0);
    expect(await read(guide, member, one.id)).toMatchObject(ENDED);
  });

  test('while a request is on its way either refuses it or ends it', async () => {
    const client = await guide.club.owner.connect();
    try {
      await client.query('begin');
      await client.query('select from directory.host where id = $1 for update', [host.hostId]);
      const holder = await pidOf(client);
      const asked = request(guide, member, host);
      await untilWaiting(guide.club.owner, holder);
      await client.query('update directory.consent set withdrawn_at = clock.now() where host_id = $1', [host.hostId]);
      await client.query('commit');
      expect(await problemOf(await asked)).toMatchObject({ code: 'host-gone' });
    } finally {
      client.release();
    }
  });

  test('does not keep a member from withdrawing, nor the house from declining', async () => {
    const booking = await requested(guide, member, host);
    await guide.club.owner.query(
      `update directory.consent set at = clock.now() - interval '1 day', until_at = clock.now() - interval '1 minute'
       where host_id = $1`,
      [host.hostId],
    );
    const answer = await asHouse(guide, member, booking, 'decline', { why: 'The host has left.' });
    expect(await answer.json()).toMatchObject({ state: 'declined', declinedBy: 'house' });
  });
});
