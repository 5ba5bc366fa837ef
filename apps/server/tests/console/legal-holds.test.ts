import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { type SignedIn, signIn } from '../http/server.ts';
import { openConsole, type TestConsole } from './console.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

async function order(member: Identity, reference: string): Promise<string> {
  const expiresAtMs = at.club.clock.nowMs() + 10 * DAY_MS;
  const body = { authority: 'District Court', reference, expiresAtMs, why: 'as ordered' };
  const { body: hold } = await at.post(`/api/console/members/${member.memberId}/legal-holds`, body, at.staff.finance);
  return String(hold.id);
}

function decide(member: Identity, id: string, act: string) {
  return at.post(`/api/console/members/${member.memberId}/legal-holds/${id}/${act}`, { why: 'seen' }, at.staff.owner);
}

async function listed(query = 'state=open'): Promise<unknown[]> {
  const { body } = await at.get(`/api/console/legal-holds?${query}`, at.staff.auditor);
  return body.items?.map(({ reference }) => reference) ?? [];
}

async function waiting(): Promise<Record<string, unknown> | undefined> {
  // Another person than the one who proposes.
  const { body } = await at.get('/api/console/queues', at.staff.owner);
  return body.items?.find(({ queue }) => queue === 'legal-holds');
}

test('an order is found in the list and waits in the queue until somebody else confirms it or it is taken back', async () => {
  const [mira, tomas] = [await at.club.member(), await at.club.member()];
  const since = at.club.clock.nowMs();
  const first = await order(mira, 'first');
  const second = await order(tomas, 'second');
  expect(await listed()).toEqual(['second', 'first']);
  expect(await waiting()).toMatchObject({
    count: 2,
    oldestAtMs: since,
    path: '/api/console/legal-holds?state=waiting',
  });
  await decide(mira, first, 'confirm');
  await decide(tomas, second, 'lift');
  // A confirmed order is still listed, but waits for no decision.
  expect(await listed()).toEqual(['first']);
  expect(await waiting()).toMatchObject({ count: 0, oldestAtMs: null });
  expect(await listed('limit=1')).toEqual(['second']);
  const page = await at.get('/api/console/legal-holds?limit=1', at.staff.auditor);
  expect(page.body).toMatchObject({ total: 2, items: [{ memberId: tomas.memberId }] });
  expect(await listed(`limit=1&cursor=${page.body.nextCursor}`)).toEqual(['first']);
  await at.at(at.club.clock.nowMs() + 10 * DAY_MS);
  expect(await listed()).toEqual([]);
});

test('whose order was listed sees that somebody looked', async () => {
  const member: SignedIn = await signIn(at.club, await at.club.member());
  await order(member, 'third');
  await listed();
  const { body } = await at.get('/api/me/acts', member);
  expect(body.items?.[0]).toMatchObject({ act: 'legal-holds-read', role: 'auditor' });
  expect((await at.get('/api/console/legal-holds', at.staff.support)).status).toBe(403);
});
