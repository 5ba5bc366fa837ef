import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES, type Role } from '../../src/staff/roles.ts';
import { signedInStaff } from '../kit/staff.ts';
import { openStream, type StreamClient } from '../live/stream-client.ts';
import { answer, begun, by, type Desk, openDesk, staffPath, write } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const PATH = '/api/console/stream';

test('both sides hear of words, of what was read, and of typing, as ids alone', async () => {
  const mira = await desk.member();
  const otto = await desk.member();
  const mine = await openStream(desk.server.address, { cookie: mira.cookie });
  const his = await openStream(desk.server.address, { cookie: otto.cookie });
  const staff = await openStream(desk.server.address, { cookie: desk.sara.cookie, path: PATH });
  const { id } = await begun(desk, mira, 'a secret question');
  const of = (what: string, side: string) => (event: { event: string; data: Record<string, unknown> }) =>
    event.event === 'desk' && event.data.threadId === id && event.data.what === what && event.data.by === side;
  expect((await staff.until(of('entry', 'member'))).data).toEqual({
    memberId: mira.memberId,
    threadId: id,
    what: 'entry',
    by: 'member',
  });
  await by(desk, desk.sara, staffPath(mira, id, '/typing'), { method: 'POST' });
  expect((await mine.until(of('typing', 'house'))).data).toEqual({ threadId: id, what: 'typing', by: 'house' });
  // Colleagues see who answers. The member sees the house.
  expect((await staff.until(of('typing', 'house'))).data).toMatchObject({
    staff: { id: desk.sara.id, name: desk.sara.name },
  });
  await answer(desk, mira, id, 'We are looking.');
  expect((await mine.until(of('entry', 'house'))).data).toEqual({ threadId: id, what: 'entry', by: 'house' });
  await by(desk, mira, `/api/me/desk/threads/${id}/typing`, { method: 'POST' });
  await staff.until(of('typing', 'member'));
  await by(desk, mira, `/api/me/desk/threads/${id}/read`, { body: { upTo: 2 } });
  await staff.until(of('read', 'member'));
  await by(desk, desk.sara, staffPath(mira, id, '/read'), { body: { upTo: 1 } });
  await mine.until(of('read', 'house'));
  await by(desk, desk.sara, staffPath(mira, id, '/close'), { method: 'POST' });
  await mine.until(of('closed', 'house'));
  await write(desk, mira, id, 'another secret');
  // The member's other screens get the entry, but not the typing. No other member gets anything.
  await mine.until((event) => event.event === 'desk' && event.data.by === 'member' && event.data.what === 'entry');
  expect(mine.events.some(of('typing', 'member'))).toBe(false);
  expect(his.events.filter(({ event }) => event === 'desk')).toEqual([]);
  expect(JSON.stringify([mine.events, staff.events])).not.toContain('secret');
  for (const one of [mine, his, staff]) one.socket.destroy();
});

test('how staff share the work is told to staff alone', async () => {
  const mira = await desk.member();
  const { id } = await begun(desk, mira);
  const mine = await openStream(desk.server.address, { cookie: mira.cookie });
  const staff = await openStream(desk.server.address, { cookie: desk.sara.cookie, path: PATH });
  const handled = (event: { event: string; data: Record<string, unknown> }) =>
    event.event === 'desk' && event.data.threadId === id && event.data.what === 'handled';
  const body = { from: null, to: desk.sara.id };
  await by(desk, desk.sara, staffPath(mira, id, '/assignment'), { body });
  expect((await staff.until(handled)).data).toEqual({
    ...{ memberId: mira.memberId, threadId: id },
    ...{ what: 'handled', by: 'house' },
  });
  // The member's stream is in order: what came before the answer would be there.
  await answer(desk, mira, id, 'We are looking.');
  await mine.until(({ event, data }) => event === 'desk' && data.what === 'entry' && data.by === 'house');
  expect(mine.events.some(handled)).toBe(false);
  for (const one of [mine, staff]) one.socket.destroy();
});

test('typing is kept nowhere, and within bounds', async () => {
  const mira = await desk.member();
  const { id } = await begun(desk, mira);
  const rows = () => desk.club.owner.query('select t.xmin::text from desk.thread t where id = $1', [id]);
  const before = (await rows()).rows;
  let last = 204;
  for (let n = 0; n < 60 && last === 204; n++) {
    last = (await by(desk, mira, `/api/me/desk/threads/${id}/typing`, { method: 'POST' })).status;
  }
  expect(last).toBe(429);
  expect((await rows()).rows).toEqual(before);
});

test('only roles that read conversations hear of them', async () => {
  const mira = await desk.member();
  const streams = new Map<Role, StreamClient>();
  for (const role of ROLES) {
    const { cookie } = await signedInStaff(desk.club, role);
    streams.set(role, await openStream(desk.server.address, { cookie, path: PATH }));
  }
  await begun(desk, mira);
  for (const [role, stream] of streams) {
    // The news of queues comes after that of the conversation.
    await stream.until(({ event, data }) => event === 'queues' && (data.roles as Role[]).includes('support'));
    const heard = stream.events.some(({ event }) => event === 'desk');
    expect([role, heard]).toEqual([role, role !== 'content' && role !== 'finance']);
    stream.socket.destroy();
  }
  expect((await by(desk, mira, PATH)).status).toBe(401);
});
