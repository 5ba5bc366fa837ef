import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifyAnswers } from '../../src/jobs/notify-answers.ts';
import type { SignedIn } from '../http/server.ts';
import { answer, begun, by, type Desk, openDesk, write } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function answerMessagesOf(member: SignedIn, id: string): Promise<number> {
  const answered = await by(desk, member, '/api/me/messages');
  const { items } = (await answered.json()) as { items: { kind: string; params: { threadId?: string } }[] };
  return items.filter(({ kind, params }) => kind === 'desk-answered' && params.threadId === id).length;
}

function later(seconds: number): Promise<void> {
  return desk.club.at(desk.club.clock.nowMs() + seconds * 1_000);
}

test('a member gets one message about unread answers until they read them', async () => {
  const mira = await desk.member();
  const { id } = await begun(desk, mira);
  await answer(desk, mira, id, 'Under Mine.');
  expect(await notifyAnswers(desk.club.db)).toBe(0);
  await later(31);
  const reported = await Promise.all([1, 2, 3].map(() => notifyAnswers(desk.club.db)));
  expect(reported.reduce((sum, n) => sum + n)).toBe(1);
  await answer(desk, mira, id, 'By the key that says it.');
  await later(31);
  await notifyAnswers(desk.club.db);
  expect(await answerMessagesOf(mira, id)).toBe(1);
  await by(desk, mira, `/api/me/desk/threads/${id}/read`, { body: { upTo: 3 } });
  await answer(desk, mira, id, 'Is there more?');
  await later(31);
  await notifyAnswers(desk.club.db);
  expect(await answerMessagesOf(mira, id)).toBe(2);
});

test('members get no message about their own texts or about answers they have read', async () => {
  const mira = await desk.member();
  const { id } = await begun(desk, mira);
  await write(desk, mira, id, 'And one thing more.');
  await later(31);
  await notifyAnswers(desk.club.db);
  await answer(desk, mira, id, 'Gladly.');
  await by(desk, mira, `/api/me/desk/threads/${id}/read`, { body: { upTo: 3 } });
  await later(31);
  await notifyAnswers(desk.club.db);
  expect(await answerMessagesOf(mira, id)).toBe(0);
});
