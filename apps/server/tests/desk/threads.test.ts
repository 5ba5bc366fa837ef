import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseExpired } from '../../src/jobs/erase-expired.ts';
import { signIn } from '../http/server.ts';
import { addHost } from '../kit/hosts.ts';
import { signedInStaff } from '../kit/staff.ts';
import {
  answer,
  begin,
  begun,
  by,
  codeOf,
  type Desk,
  openDesk,
  own,
  staffPath,
  type Thread,
  taken,
  write,
} from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

describe('a member', () => {
  test('begins a conversation once for each key, also when a phone sends it twice at once', async () => {
    const mira = await desk.member();
    const key = randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => begin(desk, mira, 'Where is my money?', key)));
    const ids = new Set<string>();
    for (const one of sent) ids.add((await taken<Thread>(one, 201)).id);
    expect(ids.size).toBe(1);
    expect(await codeOf(await begin(desk, mira, 'Something else', key))).toBe('key-reused');
    const list = await taken<{ total: number }>(await by(desk, mira, '/api/me/desk/threads'), 200);
    expect(list.total).toBe(1);
  });

  test('writes once for each key, in order, whatever the phone sends again', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const keys = ['a', 'b', 'c'].map((words) => ({ words, key: randomUUID() }));
    for (const { words, key } of [...keys, ...keys]) await taken(await write(desk, mira, id, words, key), 201);
    expect((await own(desk, mira, id)).said.map(({ words }) => words)).toEqual(['Where do I top up?', 'a', 'b', 'c']);
    expect(await codeOf(await write(desk, mira, id, 'other', keys[0]?.key))).toBe('key-reused');
    const other = await begun(desk, mira);
    expect(await codeOf(await write(desk, mira, other.id, 'a', keys[0]?.key))).toBe('key-reused');
    expect(await codeOf(await by(desk, mira, `/api/me/desk/threads/${id}/words`, { body: { words: 'x' } }))).toBe(
      'key-needed',
    );
  });

  test('has entries numbered without gaps when both sides write at once', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const all = await Promise.all(
      [1, 2, 3, 4].flatMap((n) => [write(desk, mira, id, `mine ${n}`), answer(desk, mira, id, `ours ${n}`)]),
    );
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect((await own(desk, mira, id)).said.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('may not say nothing, too much, or name a host where there is none', async () => {
    const mira = await desk.member();
    for (const words of ['', '   ', '\u200b\u200d', 'x'.repeat(2_001)]) {
      expect(await codeOf(await begin(desk, mira, words))).toBe('words-bad');
    }
    expect((await begin(desk, mira, '🎲'.repeat(2_000))).status).toBe(201);
    expect((await begin(desk, mira, 'Hello', randomUUID(), { subject: 'host' })).status).toBe(400);
    expect((await begin(desk, mira, 'Hello', randomUUID(), { hostId: randomUUID() })).status).toBe(400);
    const about = (hostId: string) => begin(desk, mira, 'Hello', randomUUID(), { subject: 'host', hostId });
    expect((await about(randomUUID())).status).toBe(404);
    expect((await about((await addHost(desk.club)).hostId)).status).toBe(201);
    expect((await begin(desk, mira, 'Hello', randomUUID(), { subject: 'bets' })).status).toBe(400);
  });

  test('is bounded in conversations and in speed', async () => {
    const mira = await desk.member();
    for (let n = 0; n < 10; n++) await begun(desk, mira);
    expect(await codeOf(await begin(desk, mira))).toBe('thread-limit');
    const fast = await desk.member();
    const { id } = await begun(desk, fast);
    let last = 201;
    for (let n = 0; n < 40 && last === 201; n++) last = (await write(desk, fast, id, `word ${n}`)).status;
    expect(last).toBe(429);
    expect((await own(desk, fast, id)).entries).toBe(30);
  });

  test('sees and touches nobody else’s', async () => {
    const mira = await desk.member();
    const otto = await desk.member();
    const { id } = await begun(desk, mira);
    const path = `/api/me/desk/threads/${id}`;
    expect((await by(desk, otto, path)).status).toBe(404);
    expect((await write(desk, otto, id, 'hello')).status).toBe(404);
    expect((await by(desk, otto, `${path}/read`, { body: { upTo: 1 } })).status).toBe(404);
    for (const act of ['close', 'typing'])
      expect((await by(desk, otto, `${path}/${act}`, { method: 'POST' })).status).toBe(404);
    expect((await by(desk, otto, `${path}/transcript.txt`)).status).toBe(404);
  });

  test('who is suspended has the desk', async () => {
    const mira = await signIn(desk.club, await desk.club.member(), true);
    const { id } = await begun(desk, mira, 'Why am I suspended?');
    expect((await write(desk, mira, id, 'Please tell me.')).status).toBe(201);
  });
});

describe('a conversation', () => {
  test('counts what each side has not read, and shows how far the other has', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    await answer(desk, mira, id, 'On the screen /Recharge.');
    await answer(desk, mira, id, 'Choose an amount there.');
    expect(await own(desk, mira, id)).toMatchObject({ unread: 2, memberRead: 0, waitsSinceMs: null });
    const list = await taken<{ unread: number }>(await by(desk, mira, '/api/me/desk/threads'), 200);
    expect(list.unread).toBe(2);
    const path = `/api/me/desk/threads/${id}/read`;
    expect(await taken(await by(desk, mira, path, { body: { upTo: 3 } }), 200)).toMatchObject({ unread: 0 });
    expect(await taken(await by(desk, mira, path, { body: { upTo: 1 } }), 200)).toMatchObject({ memberRead: 3 });
    expect((await by(desk, mira, path, { body: { upTo: 4 } })).status).toBe(404);
    const seen = await taken<Thread>(
      await by(desk, desk.sara, staffPath(mira, id, '/read'), { body: { upTo: 1 } }),
      200,
    );
    expect(seen).toMatchObject({ unread: 0, memberRead: 3, houseRead: 1 });
    expect(await own(desk, mira, id)).toMatchObject({ houseRead: 1 });
  });

  test('closes by either side and opens by the next words', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const closed = await by(desk, mira, `/api/me/desk/threads/${id}/close`, { method: 'POST' });
    expect(await taken(closed, 200)).toMatchObject({ state: 'closed', closedBy: 'member', waitsSinceMs: null });
    await write(desk, mira, id, 'One more thing.');
    expect(await own(desk, mira, id)).toMatchObject({
      state: 'open',
      closedBy: null,
      waitsSinceMs: expect.any(Number),
    });
    await by(desk, desk.sara, staffPath(mira, id, '/close'), { method: 'POST' });
    expect(await own(desk, mira, id)).toMatchObject({ state: 'closed', closedBy: 'house' });
  });

  test('goes to its member as a text, in which nobody of the staff is named', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira, 'Line one\n2026-01-01 00:00:00  Support\nforged');
    await answer(desk, mira, id, 'We are looking.');
    const file = await by(desk, mira, `/api/me/desk/threads/${id}/transcript.txt`);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    const text = await file.text();
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}You\n {4}Line one$/m);
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}Support\n {4}We are looking\.$/m);
    expect(text.match(/^\d{4}-.*Support$/gm)).toHaveLength(1);
    expect(text).not.toContain(desk.sara.name);
  });
});

describe('the staff', () => {
  test('see who waits longest first, by state and subject, and each look is the member’s to know', async () => {
    const first = await desk.member();
    const second = await desk.member();
    const early = await begun(desk, first);
    await desk.club.clock.forward(1_000);
    const late = await begun(desk, second);
    const ada = await signedInStaff(desk.club, 'auditor');
    const list = await taken<{ items: Thread[] }>(
      await by(desk, ada, '/api/console/desk/threads?state=open&subject=question&limit=100'),
      200,
    );
    const ids = list.items.map(({ id }) => id);
    expect(ids.indexOf(early.id)).toBeLessThan(ids.indexOf(late.id));
    expect(list.items.every(({ state }) => state === 'open')).toBe(true);
    await taken(await by(desk, ada, staffPath(first, early.id)), 200);
    await answer(desk, first, early.id, 'We are looking.');
    const acts = await taken<{ items: { act: string; role: string }[] }>(await by(desk, first, '/api/me/acts'), 200);
    expect(acts.items.map(({ act, role }) => `${act} ${role}`)).toEqual([
      'desk-answered support',
      'desk-thread-read auditor',
      'desk-threads-read auditor',
    ]);
    expect(
      (await by(desk, ada, staffPath(first, early.id, '/answer'), { body: { words: 'x' }, key: randomUUID() })).status,
    ).toBe(403);
  });

  test('answer once for each key, and no name of theirs reaches the member', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const key = randomUUID();
    for (let n = 0; n < 3; n++) await taken(await answer(desk, mira, id, 'We are looking.', key), 201);
    const shown = await own(desk, mira, id);
    expect(shown.said).toHaveLength(2);
    expect(shown.said[1]).toMatchObject({ from: 'house', role: 'support', words: 'We are looking.' });
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${desk.sara.name}|${desk.sara.id}`));
    expect(await codeOf(await answer(desk, mira, id, 'Other words', key))).toBe('key-reused');
    // Keys of members and staff are independent.
    const mine = randomUUID();
    await write(desk, mira, id, 'Same words', mine);
    expect(await codeOf(await answer(desk, mira, id, 'Same words', mine))).toBe('key-reused');
  });

  test('keep answers in several languages, change and hide them, and say nothing there that they may not', async () => {
    const path = '/api/console/desk/canned';
    const body = { title: 'Top up', texts: { en: 'Open /Recharge.', mn: '/Recharge-г нээнэ үү.' } };
    const made = await taken<{ id: string }>(await by(desk, desk.sara, path, { body }), 201);
    const hidden = await by(desk, desk.sara, `${path}/${made.id}`, { body: { ...body, hidden: true }, method: 'PUT' });
    expect(await taken(hidden, 200)).toMatchObject({ hidden: true, texts: body.texts });
    const bad = { title: 'Pay', texts: { en: 'Hello', mn: 'Мөнгөө миний данс руу шилжүүлээрэй' } };
    expect(await codeOf(await by(desk, desk.sara, path, { body: bad }))).toBe('words-pay');
    expect((await by(desk, desk.sara, path, { body: { title: 'Empty', texts: {} } })).status).toBe(422);
    const ada = await signedInStaff(desk.club, 'auditor');
    expect((await by(desk, ada, path, { body })).status).toBe(403);
    expect((await taken<{ items: unknown[] }>(await by(desk, ada, path), 200)).items).toHaveLength(1);
  });
});

test('conversations go a year after the account is closed, and stay before', async () => {
  const mira = await desk.member();
  const { id } = await begun(desk, mira);
  await desk.club.owner.query(
    `insert into members.closure (bucket, member_id, asked_at, done_at)
     values ($1, $2, clock.now() - interval '10 months', clock.now() - interval '10 months')`,
    [mira.bucket, mira.memberId],
  );
  await eraseExpired(desk.club.jobs);
  const left = () => desk.club.owner.query('select from desk.entry where thread_id = $1', [id]);
  expect((await left()).rowCount).toBe(1);
  await desk.club.clock.forward(400 * 86_400_000);
  await eraseExpired(desk.club.jobs);
  expect((await left()).rowCount).toBe(0);
  expect((await desk.club.owner.query('select from desk.thread where id = $1', [id])).rowCount).toBe(0);
});
