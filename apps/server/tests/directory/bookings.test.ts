import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, type SignedIn } from '../http/server.ts';
import type { AddedHost } from '../kit/hosts.ts';
import { pidOf, untilWaiting } from '../kit/locks.ts';
import {
  asHouse,
  asMember,
  type Booking,
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
} from './booking.ts';

let guide: Guide;
let host: AddedHost;
let member: SignedIn;

beforeAll(async () => {
  guide = await openGuide();
});
afterAll(() => guide.close());
beforeEach(async () => {
  host = await newHost(guide);
  member = await newMember(guide);
});

const PROPOSAL = { hour: '19:30', note: 'The museum closes early that day.' };
const proposal = () => ({ day: dayIn(guide, 4), ...PROPOSAL });

async function proposed(): Promise<Booking> {
  const booking = await requested(guide, member, host);
  const answer = await asHouse(guide, member, booking, 'propose', proposal());
  expect(answer.status).toBe(200);
  return (await answer.json()) as Booking;
}

const thread = async ({ threadId }: Booking) =>
  (await (await call(guide.server, `/api/me/desk/threads/${threadId}`, { cookie: member.cookie })).json()) as {
    hostId: string;
    waitsSinceMs: number | null;
    said: { words: string }[];
  };

describe('a booking request', () => {
  test('opens a conversation that names the host, and is asked', async () => {
    const booking = await requested(guide, member, host);
    expect(booking).toMatchObject({ state: 'asked', version: 1, hostName: 'Saran', proposal: null });
    const { hostId, said, waitsSinceMs } = await thread(booking);
    expect({ hostId, said: said.map(({ words }) => words) }).toEqual({
      hostId: host.hostId,
      said: [`${booking.day} 18:00\nTwo of us.`],
    });
    expect(waitsSinceMs).not.toBeNull();
    const path = `/api/console/members/${member.memberId}/desk/${booking.threadId}`;
    const seen = await (await call(guide.server, path, { cookie: guide.sara.cookie })).json();
    expect(seen).toMatchObject({ booking: { id: booking.id, state: 'asked', service: 'city-guide' } });
  });

  test('is taken once, however often a phone sends it, also at the same moment', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => request(guide, member, host, { key })));
    const made = await Promise.all(answers.map(async (answer) => (await answer.json()) as Booking));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await problemOf(await request(guide, member, host, { key, hour: '20:00' }))).toMatchObject({
      code: 'key-reused',
    });
    const list = await call(guide.server, '/api/me/bookings', { cookie: member.cookie });
    expect(await list.json()).toMatchObject({ total: 1, items: [{ id: made[0]?.id }] });
    const ofThread = await call(guide.server, `/api/me/bookings?threadId=${made[0]?.threadId}`, {
      cookie: member.cookie,
    });
    expect(await ofThread.json()).toMatchObject({ total: 1, items: [{ id: made[0]?.id }] });
  });

  test.each([
    ['a day that does not exist', { day: '2026-02-30' }, { day: 'date-bad' }],
    ['a day that is over', { day: '2001-01-01' }, { day: 'date-bad' }],
    ['a day too far away', { day: '2099-01-01' }, { day: 'date-bad' }],
    ['no day', { day: '' }, { day: 'date-bad' }],
    ['a time that does not exist', { hour: '25:00' }, { hour: 'date-bad' }],
    ['a service that the host does not offer', { service: 'event-host' }, { service: 'invalid-body' }],
    ['a language that the host does not speak', { language: 'ja' }, { language: 'invalid-body' }],
    ['a note that is too long', { note: 'x'.repeat(1_001) }, { note: 'words-bad' }],
  ])('with %s is refused by the field, and opens nothing', async (_, more, fields) => {
    expect(await problemOf(await request(guide, member, host, more))).toMatchObject({ fields });
    const list = await call(guide.server, '/api/me/desk/threads', { cookie: member.cookie });
    expect(await list.json()).toMatchObject({ total: 0 });
  });

  test('belongs to the member alone', async () => {
    const booking = await requested(guide, member, host);
    const other = await newMember(guide);
    expect((await asMember(guide, other, booking, 'end')).status).toBe(404);
    for (const query of ['', `?threadId=${booking.threadId}`]) {
      const list = await call(guide.server, `/api/me/bookings${query}`, { cookie: other.cookie });
      expect(await list.json()).toMatchObject({ total: 0, items: [] });
    }
    expect((await asHouse(guide, member, booking, 'agree', {}, guide.cora)).status).toBe(403);
    expect(await read(guide, member, booking.id)).toMatchObject({ state: 'asked' });
  });
});

describe('the concierge and the member', () => {
  test('propose, accept and end it as done, and both see each state', async () => {
    const booking = await proposed();
    expect(booking).toMatchObject({ state: 'proposed', version: 2, proposal: proposal() });
    expect((await thread(booking)).waitsSinceMs).toBeNull();
    const agreed = (await (await asMember(guide, member, booking, 'accept')).json()) as Booking;
    expect(agreed).toMatchObject({ state: 'agreed', version: 3 });
    expect((await thread(booking)).waitsSinceMs).not.toBeNull();
    expect((await asHouse(guide, member, agreed, 'done')).status).toBe(200);
    expect(await read(guide, member, booking.id)).toMatchObject({ state: 'done' });
    expect(await told(guide, member)).toEqual(['done', 'proposed']);
  });

  test('agree at once, decline with a reason, or withdraw', async () => {
    const one = await requested(guide, member, host);
    expect(await (await asHouse(guide, member, one, 'agree')).json()).toMatchObject({ state: 'agreed' });
    const two = await requested(guide, member, host);
    expect(await problemOf(await asHouse(guide, member, two, 'decline', { why: ' ' }))).toMatchObject({
      fields: { why: 'reason-needed' },
    });
    const why = 'The host is travelling.';
    const declined = { state: 'declined', declinedBy: 'house', declinedWhy: why };
    expect(await (await asHouse(guide, member, two, 'decline', { why })).json()).toMatchObject(declined);
    const three = await proposed();
    expect(await (await asMember(guide, member, three, 'end')).json()).toMatchObject({
      state: 'declined',
      declinedBy: 'member',
      declinedWhy: null,
    });
  });

  test('repeat each act without effect: one message, one entry in the audit log', async () => {
    const booking = await requested(guide, member, host);
    const answers = await Promise.all([1, 2, 3].map(() => asHouse(guide, member, booking, 'propose', proposal())));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const again = { ...booking, version: 2 };
    for (const _ of [1, 2]) expect((await asMember(guide, member, again, 'accept')).status).toBe(200);
    expect(await read(guide, member, booking.id)).toMatchObject({ state: 'agreed', version: 3 });
    expect(await told(guide, member)).toEqual(['proposed']);
    const { rows } = await guide.club.owner.query(
      `select body::jsonb->>'why' as why from audit.entry where act = 'booking-proposed' and member_id = $1`,
      [member.memberId],
    );
    expect(rows).toHaveLength(1);
  });

  test('cannot both win: of an acceptance and a new proposal, the later one is too late', async () => {
    const booking = await proposed();
    const other = { ...proposal(), hour: '21:00' };
    const client = await guide.club.owner.connect();
    try {
      await client.query('begin');
      await client.query('select from directory.booking where id = $1 for update', [booking.id]);
      const waiting = [asMember(guide, member, booking, 'accept'), asHouse(guide, member, booking, 'propose', other)];
      const holder = await pidOf(client);
      await untilWaiting(guide.club.owner, holder);
      await client.query('commit');
      const answers = await Promise.all(waiting);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const now = await read(guide, member, booking.id);
      expect(now.version).toBe(3);
      if (now.state === 'proposed') expect(now.proposal).toEqual(other);
      else expect(now).toMatchObject({ state: 'agreed', proposal: proposal() });
    } finally {
      client.release();
    }
  });

  test('act on what they saw: a proposal that was replaced cannot be accepted, and nothing follows an end', async () => {
    const booking = await proposed();
    expect((await asHouse(guide, member, booking, 'propose', { ...proposal(), hour: '10:00' })).status).toBe(200);
    expect(await problemOf(await asMember(guide, member, booking, 'accept'))).toMatchObject({ code: 'too-late' });
    const now = await read(guide, member, booking.id);
    expect((await asMember(guide, member, now, 'end')).status).toBe(200);
    const ended = await read(guide, member, booking.id);
    for (const act of ['agree', 'done']) expect((await asHouse(guide, member, ended, act)).status).toBe(409);
    expect((await asHouse(guide, member, ended, 'propose', proposal())).status).toBe(409);
    expect((await asMember(guide, member, ended, 'accept')).status).toBe(409);
  });

  test.each(['asked', 'agreed', 'declined', 'done'])('cannot accept what is only %s', async (state) => {
    const booking = await requested(guide, member, host);
    await guide.club.owner.query(
      `update directory.booking set state = $2, declined_by = case when $2 = 'declined' then 'member' end
       where id = $1`,
      [booking.id, state],
    );
    const answer = await asMember(guide, member, { ...booking, version: 1 }, 'accept');
    expect(await problemOf(answer)).toMatchObject({ code: 'too-late' });
  });

  test('read no text of staff that asks for money or leads out', async () => {
    const booking = await requested(guide, member, host);
    const note = 'Write to me at http://elsewhere.example/me';
    expect(await problemOf(await asHouse(guide, member, booking, 'propose', { ...proposal(), note }))).toMatchObject({
      status: 422,
    });
    expect(await read(guide, member, booking.id)).toMatchObject({ state: 'asked' });
  });

  test('write every act of staff into the audit log, with before and after', async () => {
    const booking = await proposed();
    const { rows } = await guide.club.owner.query(
      `select body from audit.entry where act = 'booking-proposed' and member_id = $1`,
      [member.memberId],
    );
    expect(JSON.stringify(rows)).toContain(booking.id);
    expect(JSON.stringify(rows)).toContain(PROPOSAL.note);
  });
});
