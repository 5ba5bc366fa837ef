import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAllBookings } from '../../src/directory/booking-lists.ts';
import { call, type SignedIn } from '../http/server.ts';
import { addHost } from '../kit/hosts.ts';
import { plansOf, scannedIn } from '../kit/plans.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';
import {
  asHouse,
  asMember,
  type Booking,
  dayIn,
  type Guide,
  newHost,
  newMember,
  openGuide,
  request,
  requested,
} from './booking.ts';

let guide: Guide;
let auditor: SignedInStaff;
beforeAll(async () => {
  guide = await openGuide();
  auditor = await signedInStaff(guide.club, 'auditor');
});
afterAll(() => guide.close());

interface Listed extends Booking {
  memberId: string;
  userName: string;
  hostIsShown: boolean;
  cityId: string;
}

interface List {
  items: Listed[];
  nextCursor: string | null;
  total: number;
}

async function list(query: string, who: { cookie: string } = guide.sara): Promise<List> {
  const answer = await call(guide.server, `/api/console/bookings?${query}`, { cookie: who.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as List;
}

const ids = ({ items }: List) => items.map(({ id }) => id);

/** A request for a day, in so many days. */
async function onDay(by: SignedIn, host: Awaited<ReturnType<typeof newHost>>, days: number, hour = '18:00') {
  const answer = await request(guide, by, host, { day: dayIn(guide, days), hour });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Booking;
}

describe('the list of bookings', () => {
  test('has open ones by day and time, and ended ones by the latest day', async () => {
    const [host, mira] = [await newHost(guide), await newMember(guide)];
    const late = await onDay(mira, host, 5, '09:00');
    const later = await onDay(mira, host, 5, '21:30');
    const soon = await onDay(mira, host, 2, '23:00');
    const mine = `memberId=${mira.memberId}`;
    expect(ids(await list(`${mine}&state=asked`))).toEqual([soon.id, late.id, later.id]);
    expect(ids(await list(`${mine}&state=asked&sort=-day`))).toEqual([later.id, late.id, soon.id]);
    for (const one of [soon, later]) await asMember(guide, mira, one, 'end');
    expect(ids(await list(`${mine}&state=declined`))).toEqual([later.id, soon.id]);
    expect(ids(await list(mine))).toEqual([later.id, late.id, soon.id]);
  });

  test('counts a proposed day, not the requested one', async () => {
    const [host, mira] = [await newHost(guide), await newMember(guide)];
    const booking = await onDay(mira, host, 2);
    await asHouse(guide, mira, booking, 'propose', { day: dayIn(guide, 6), hour: '10:00', note: '' });
    const within = async (from: number, to: number) =>
      ids(await list(`memberId=${mira.memberId}&from=${dayIn(guide, from)}&to=${dayIn(guide, to)}`));
    expect(await within(1, 3)).toEqual([]);
    expect(await within(6, 6)).toEqual([booking.id]);
  });

  test('is paged without gaps, also where days are equal', async () => {
    const [host, mira] = [await newHost(guide), await newMember(guide)];
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.push((await onDay(mira, host, 3)).id);
    const read: string[] = [];
    let cursor = '';
    do {
      const part = await list(`memberId=${mira.memberId}&state=asked&limit=2${cursor}`);
      expect(part.total).toBe(5);
      read.push(...ids(part));
      cursor = part.nextCursor === null ? '' : `&cursor=${part.nextCursor}`;
    } while (cursor !== '');
    expect(read).toEqual(made);
  });

  test('is narrowed by host and city, and names a host also while members do not see the host', async () => {
    const mira = await newMember(guide);
    const near = await newHost(guide);
    const far = await addHost(guide.club, { name: 'Otgonbayar', services: ['city-guide'], languages: ['en'] });
    const [first, second] = [await requested(guide, mira, near), await requested(guide, mira, far)];
    const mine = `memberId=${mira.memberId}`;
    expect(ids(await list(`${mine}&cityId=${near.cityId}`))).toEqual([first.id]);
    expect(ids(await list(`${mine}&search=otgon`))).toEqual([second.id]);
    await guide.club.owner.query('update directory.host set paused_at = clock.now() where id = $1', [far.hostId]);
    expect((await list(`${mine}&search=otgon`)).items[0]).toMatchObject({
      ...{ hostName: 'Otgonbayar', hostIsShown: false, cityId: far.cityId, memberId: mira.memberId },
    });
    expect((await list(mine, auditor)).total).toBe(2);
  });

  test('is closed to those who do not read conversations', async () => {
    const answer = await call(guide.server, '/api/console/bookings', { cookie: guide.cora.cookie });
    expect(answer.status).toBe(403);
  });

  test('reads no table from one end to the other', async () => {
    const readers = { languages: ['en'], house: 'en' } as const;
    const plans = await plansOf(guide.club, (db) => listAllBookings(db, readers, { state: 'asked', limit: 5 }));
    expect(plans.flatMap((plan) => scannedIn(plan)).filter((table) => table === 'booking')).toEqual([]);
  });
});

test('each read of the list and of one booking is in the audit log, and says whose it was', async () => {
  const [host, mira] = [await newHost(guide), await newMember(guide)];
  const { id } = await requested(guide, mira, host);
  await list(`memberId=${mira.memberId}`);
  const path = `/api/console/members/${mira.memberId}/bookings/${id}`;
  const one = await call(guide.server, path, { cookie: guide.sara.cookie });
  expect(await one.json()).toMatchObject({ id, memberId: mira.memberId, hostName: 'Saran', hostIsShown: true });
  const { rows } = await guide.club.owner.query<{ body: string }>(
    'select body from audit.entry order by seq desc limit 2',
  );
  const [read, listed] = rows.map(({ body }) => JSON.parse(body));
  expect(read).toMatchObject({ act: 'booking-read', subject: `booking/${id}` });
  expect(read.member).toBe(mira.memberId);
  expect(listed).toMatchObject({ act: 'bookings-read', after: [{ memberId: mira.memberId, id }] });
  const other = await newMember(guide);
  const wrong = await call(guide.server, path.replace(mira.memberId, other.memberId), { cookie: guide.sara.cookie });
  expect(wrong.status).toBe(404);
});

test('a new request is counted once: as a conversation until staff write, then as a booking', async () => {
  const queues = async () => {
    const answer = await call(guide.server, '/api/console/queues', { cookie: guide.sara.cookie });
    const { items } = (await answer.json()) as { items: { queue: string; count: number; alone: number }[] };
    const named = (name: string) => items.find(({ queue }) => queue === name) ?? { count: -1, alone: -1 };
    return { desk: named('desk').count, bookings: named('bookings').count, alone: named('bookings').alone };
  };
  const before = await queues();
  const [host, mira] = [await newHost(guide), await newMember(guide)];
  const booking = await requested(guide, mira, host);
  expect(await queues()).toEqual({ ...before, desk: before.desk + 1, bookings: before.bookings + 1 });
  const thread = `/api/console/members/${mira.memberId}/desk/${booking.threadId}/answer`;
  const answer = await call(guide.server, thread, {
    cookie: guide.sara.cookie,
    body: { words: 'I am asking the host.' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.status).toBe(201);
  expect(await queues()).toEqual({ ...before, bookings: before.bookings + 1, alone: before.alone + 1 });
  await asHouse(guide, mira, booking, 'agree');
  expect(await queues()).toEqual(before);
});
