import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import type { SignedIn } from '../http/server.ts';
import { type SignedInStaff, signedInStaff, staffCookieOf } from '../kit/staff.ts';
import { answer, begun, by, codeOf, type Desk, openDesk, own, staffPath, type Thread, taken, write } from './desk.ts';

// How staff share conversations: assignment, snoozing, labels, and the counts of the inbox.

let desk: Desk;
let tom: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  tom = await signedInStaff(desk.club, 'support');
});
afterAll(() => desk.close());

interface Handled extends Thread {
  assignedTo: { id: string; name: string } | null;
  snoozedUntilMs: number | null;
  labels: string[];
  firstAnsweredAtMs: number | null;
}

interface Place {
  member: SignedIn;
  id: string;
}

async function opened(words = 'Where is my payout?'): Promise<Place> {
  const member = await desk.member();
  return { member, id: (await begun(desk, member, words)).id };
}

function assign({ member, id }: Place, from: string | null, to: string | null, who: { cookie: string } = desk.sara) {
  return by(desk, who, staffPath(member, id, '/assignment'), { body: { from, to } });
}

function snooze({ member, id }: Place, untilMs: unknown, who: { cookie: string } = desk.sara) {
  return by(desk, who, staffPath(member, id, '/snooze'), { body: { untilMs } });
}

function label({ member, id }: Place, labels: unknown, who: { cookie: string } = desk.sara) {
  return by(desk, who, staffPath(member, id, '/labels'), { body: { labels }, method: 'PUT' });
}

async function read({ member, id }: Place): Promise<Handled> {
  return taken(await by(desk, desk.sara, staffPath(member, id)), 200);
}

async function listed(query: string, who = desk.sara): Promise<string[]> {
  const path = `/api/console/desk/threads?limit=100&${query}`;
  const { items } = await taken<{ items: Thread[] }>(await by(desk, who, path), 200);
  return items.map(({ id }) => id);
}

async function inbox(who = desk.sara): Promise<Record<string, unknown>> {
  return taken(await by(desk, who, '/api/console/desk/inbox'), 200);
}

async function actsOn(id: string): Promise<{ act: string; staff: { id: string }; before: unknown; after: unknown }[]> {
  const { rows } = await desk.club.owner.query(
    `select body from audit.entry where subject = $1 and act like 'desk-%' and act <> 'desk-thread-read' order by seq`,
    [`desk/${id}`],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

describe('assignment', () => {
  test('a conversation is taken, given to a colleague and given back, with an act for each', async () => {
    const place = await opened();
    const { sara } = desk;
    expect(await read(place)).toMatchObject({ assignedTo: null });
    const mine = await taken<Handled>(await assign(place, null, sara.id), 200);
    expect(mine.assignedTo).toEqual({ id: sara.id, name: sara.name });
    expect(await listed('box=mine')).toContain(place.id);
    expect(await listed('box=mine', tom)).not.toContain(place.id);
    expect(await listed('box=unassigned')).not.toContain(place.id);
    await taken(await assign(place, sara.id, tom.id), 200);
    expect(await listed('box=mine', tom)).toContain(place.id);
    await taken(await assign(place, tom.id, null, tom), 200);
    expect(await listed('box=unassigned')).toContain(place.id);
    expect(await actsOn(place.id)).toMatchObject([
      { act: 'desk-assigned', staff: { id: sara.id }, before: { staff: null }, after: { staff: sara.id } },
      { act: 'desk-assigned', before: { staff: sara.id }, after: { staff: tom.id } },
      { act: 'desk-assigned', staff: { id: tom.id }, after: { staff: null } },
    ]);
  });

  test('of many who take it at the same time, one gets it and the others are told', async () => {
    const place = await opened();
    const people = [desk.sara, tom, ...(await Promise.all([1, 2, 3].map(() => signedInStaff(desk.club, 'support'))))];
    const answers = await Promise.all(people.map((one) => assign(place, null, one.id, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && (await codeOf(refused))).toBe('already-set');
    const winner = people[answers.findIndex(({ status }) => status === 200)];
    expect((await read(place)).assignedTo?.id).toBe(winner?.id);
    expect(await actsOn(place.id)).toHaveLength(1);
  });

  test('an outdated page takes nothing away, and the same again changes nothing', async () => {
    const place = await opened();
    await taken(await assign(place, null, desk.sara.id), 200);
    expect((await assign(place, null, tom.id, tom)).status).toBe(409);
    await taken(await assign(place, null, desk.sara.id), 200);
    expect((await read(place)).assignedTo?.id).toBe(desk.sara.id);
    expect(await actsOn(place.id)).toHaveLength(1);
  });

  test('only people who answer can have one, and only they assign', async () => {
    const place = await opened();
    const ada = await signedInStaff(desk.club, 'auditor');
    for (const to of [ada.id, crypto.randomUUID()]) expect((await assign(place, null, to)).status).toBe(404);
    for (const to of ['me', 5]) expect((await assign(place, null, to as string)).status).toBe(400);
    for (const role of ['auditor', 'content', 'finance'] as const) {
      const one = await signedInStaff(desk.club, role);
      expect((await assign(place, null, desk.sara.id, one)).status).toBe(403);
      expect((await snooze(place, null, one)).status).toBe(403);
      expect((await label(place, [], one)).status).toBe(403);
    }
    const { items } = await taken<{ items: { id: string; role: string }[] }>(
      await by(desk, ada, '/api/console/desk/colleagues'),
      200,
    );
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([desk.sara.id, tom.id]));
    expect(items.every(({ role }) => role === 'support' || role === 'owner')).toBe(true);
    expect(await actsOn(place.id)).toEqual([]);
  });

  test('a conversation of another member is not found', async () => {
    const { id } = await opened();
    const elsewhere = { member: await desk.member(), id };
    expect((await assign(elsewhere, null, desk.sara.id)).status).toBe(404);
    expect((await snooze(elsewhere, null)).status).toBe(404);
    expect((await label(elsewhere, [])).status).toBe(404);
  });

  test('a person who leaves gives theirs back', async () => {
    const [place, other] = [await opened(), await opened()];
    const una = await signedInStaff(desk.club, 'support');
    await taken(await assign(place, null, una.id), 200);
    await taken(await assign(other, null, tom.id), 200);
    const owner = await signedInStaff(desk.club, 'owner');
    const path = `/api/console/staff/${una.id}`;
    await taken(await by(desk, owner, `${path}/role`, { body: { role: 'content', why: 'moved on' } }), 200);
    expect((await read(place)).assignedTo).toBeNull();
    expect((await read(other)).assignedTo?.id).toBe(tom.id);
  });
});

describe('snoozing', () => {
  test('takes a conversation out of the inbox until the time, or until the member writes', async () => {
    const [late, answered] = [await opened(), await opened()];
    const untilMs = desk.club.clock.nowMs() + DAY_MS;
    for (const place of [late, answered]) {
      expect(await taken<Handled>(await snooze(place, untilMs), 200)).toMatchObject({ snoozedUntilMs: untilMs });
      expect(await listed('box=unassigned')).not.toContain(place.id);
      expect(await listed('box=snoozed')).toContain(place.id);
      expect(await listed('state=open')).toContain(place.id);
    }
    await taken(await write(desk, answered.member, answered.id, 'And now?'), 201);
    expect(await read(answered)).toMatchObject({ snoozedUntilMs: null });
    expect(await listed('box=unassigned')).toContain(answered.id);
    const start = desk.club.clock.nowMs();
    await desk.club.clock.set(untilMs + 1_000);
    const cookie = await staffCookieOf(desk.club, desk.sara);
    expect(await listed('box=unassigned', { ...desk.sara, cookie })).toContain(late.id);
    await desk.club.clock.set(start);
    expect(await actsOn(late.id)).toMatchObject([
      { act: 'desk-snoozed', before: { untilMs: null }, after: { untilMs } },
    ]);
  });

  test('is put back, refused for other times, and ends when the conversation is closed', async () => {
    const place = await opened();
    const nowMs = desk.club.clock.nowMs();
    for (const untilMs of [nowMs, nowMs - 1, nowMs + 31 * DAY_MS]) {
      expect(await codeOf(await snooze(place, untilMs))).toBe('date-bad');
    }
    for (const untilMs of ['soon', 1.5, undefined]) expect((await snooze(place, untilMs)).status).toBe(400);
    await taken(await snooze(place, nowMs + DAY_MS), 200);
    expect(await taken<Handled>(await snooze(place, null), 200)).toMatchObject({ snoozedUntilMs: null });
    await taken(await snooze(place, nowMs + DAY_MS), 200);
    await taken(await by(desk, desk.sara, staffPath(place.member, place.id, '/close'), { method: 'POST' }), 200);
    expect(await read(place)).toMatchObject({ state: 'closed', snoozedUntilMs: null });
    expect(await codeOf(await snooze(place, nowMs + DAY_MS))).toBe('too-late');
  });
});

describe('labels', () => {
  test('are from a closed list, replaced as a whole, and filter the list', async () => {
    const [place, other] = [await opened(), await opened()];
    const chosen = await taken<Handled>(await label(place, ['payout', 'follow-up', 'payout']), 200);
    expect(chosen.labels).toEqual(['payout', 'follow-up']);
    await taken(await label(other, ['bet']), 200);
    expect(await listed('label=payout')).toContain(place.id);
    expect(await listed('label=payout')).not.toContain(other.id);
    expect((await taken<Handled>(await label(place, []), 200)).labels).toEqual([]);
    for (const labels of [['rude'], 'payout', [1]]) expect((await label(place, labels)).status).toBe(400);
    expect((await by(desk, desk.sara, '/api/console/desk/threads?label=rude')).status).toBe(400);
    expect(await actsOn(place.id)).toMatchObject([
      { act: 'desk-labelled', before: { labels: [] } },
      { act: 'desk-labelled', before: { labels: ['payout', 'follow-up'] }, after: { labels: [] } },
    ]);
  });
});

test('the inbox counts what is mine, unassigned, snoozed and open, and reads leave no act', async () => {
  const before = await inbox(tom);
  const [mine, free, asleep] = [await opened(), await opened(), await opened()];
  await taken(await assign(mine, null, tom.id, tom), 200);
  await taken(await assign(asleep, null, tom.id, tom), 200);
  await taken(await snooze(asleep, desk.club.clock.nowMs() + DAY_MS), 200);
  const grown = (name: string, by: number) => [name, Number(before[name]) + by];
  const expected = [grown('mine', 1), grown('unassigned', 1), grown('snoozed', 1), grown('all', 3)];
  const { size } = (await desk.club.owner.query('select size from audit.head')).rows[0];
  expect(await inbox(tom)).toMatchObject(Object.fromEntries(expected));
  expect((await desk.club.owner.query('select size from audit.head')).rows[0].size).toBe(size);
  expect(await listed('box=unassigned')).toContain(free.id);
});

test('staff see the first answer and the ratings; members see nothing of the handling', async () => {
  const place = await opened();
  await taken(await answer(desk, place.member, place.id, 'We are looking at it.'), 201);
  const rating = { body: { stars: 4, words: '' }, method: 'PUT' };
  await taken(await by(desk, place.member, `/api/me/desk/threads/${place.id}/rating`, rating), 200);
  await taken(await assign(place, null, desk.sara.id), 200);
  await taken(await label(place, ['payout']), 200);
  expect(await read(place)).toMatchObject({ firstAnsweredAtMs: expect.any(Number), rating: { stars: 4 } });
  expect((await inbox()).rating).toEqual({ count: 1, average: 4 });
  const shown = JSON.stringify(await own(desk, place.member, place.id));
  expect(shown).not.toMatch(/assigned|snoozed|labels|handling|firstAnswered/);
  expect(shown).not.toContain(desk.sara.id);
});
