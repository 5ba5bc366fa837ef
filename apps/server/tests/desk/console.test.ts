import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInStaff } from '../kit/staff.ts';
import { answer, begun, by, type Desk, openDesk, staffPath, type Thread, taken } from './desk.ts';

// Endpoints behind the console's pages of the desk.

const MINUTES_MS = 60_000;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

interface Listed {
  items: (Thread & { userName: string })[];
  total: number;
}

async function waiting(): Promise<string[]> {
  const list = await taken<Listed>(await by(desk, desk.sara, '/api/console/desk/threads?state=waiting'), 200);
  return list.items.map(({ id }) => id);
}

async function figure(): Promise<{ count: number; oldestAtMs: number | null }> {
  const { items } = await taken<{ items: { queue: string; count: number; oldestAtMs: number | null }[] }>(
    await by(desk, desk.sara, '/api/console/queues'),
    200,
  );
  const found = items.find(({ queue }) => queue === 'desk');
  if (found === undefined) throw new Error('the desk is no queue');
  return found;
}

test('the figure of the overview counts who waits, and its rows are those of the list', async () => {
  const [mira, tomas] = [await desk.member(), await desk.member()];
  const first = await begun(desk, mira);
  await desk.club.clock.forward(1_000);
  const second = await begun(desk, tomas);
  expect(await waiting()).toEqual([first.id, second.id]);
  expect(await figure()).toMatchObject({ count: 2, oldestAtMs: first.waitsSinceMs });
  await answer(desk, mira, first.id, 'We are looking.');
  expect(await waiting()).toEqual([second.id]);
  await by(desk, desk.sara, staffPath(tomas, second.id, '/close'), { method: 'POST' });
  expect(await waiting()).toEqual([]);
  expect(await figure()).toMatchObject({ count: 0, oldestAtMs: null });
});

test('conversations give their member, and a single one also the member’s language', async () => {
  const mira = await desk.member();
  const { id } = await begun(desk, mira);
  await desk.club.owner.query(`update members.member set locale = 'mn' where member_id = $1`, [mira.memberId]);
  const { rows } = await desk.club.owner.query('select user_name from members.member where member_id = $1', [
    mira.memberId,
  ]);
  const path = `/api/console/desk/threads?memberId=${mira.memberId}`;
  const list = await taken<Listed>(await by(desk, desk.sara, path), 200);
  expect(list.items).toMatchObject([{ id, userName: rows[0].user_name }]);
  const one = await taken(await by(desk, desk.sara, staffPath(mira, id)), 200);
  expect(one).toMatchObject({ userName: rows[0].user_name, locale: 'mn' });
});

test('what the page asks for when the stream tells of something keeps no session from ending', async () => {
  const mira = await desk.member();
  const { id } = await begun(desk, mira);
  const one = await signedInStaff(desk.club, 'support');
  const idleUntil = async () =>
    (await desk.club.owner.query('select max(idle_until) as until from staff.session where staff_id = $1', [one.id]))
      .rows[0].until as Date;
  const began = await idleUntil();
  await desk.club.clock.forward(10 * MINUTES_MS);
  for (const path of ['/api/console/desk/threads', staffPath(mira, id)]) {
    await taken(await by(desk, one, path), 200);
    expect(await idleUntil(), path).toEqual(began);
  }
  await taken(await by(desk, one, staffPath(mira, id, '/read'), { body: { upTo: 1 } }), 200);
  expect((await idleUntil()).getTime()).toBeGreaterThan(began.getTime());
});
