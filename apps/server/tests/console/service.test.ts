import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../http/server.ts';
import type { SignedInStaff } from '../kit/staff.ts';
import { type Answer, answerOf, openConsole, type TestConsole } from './console.ts';

const WHY = 'as the owners agreed';
const PAGE = 'https://help.example/desk';

let at: TestConsole;
let other: SignedInStaff;
beforeAll(async () => {
  at = await openConsole();
  other = await at.add('owner');
});
afterAll(() => at.close());

const service = (change: Record<string, unknown> = {}) => ({
  open: true,
  hours: '9–17',
  texts: { en: { arrival: 'About five minutes', helpTitle: 'Paying', helpText: 'By card.' } },
  why: WHY,
  ...change,
});

async function set(body: unknown, who = at.staff.owner): Promise<Answer> {
  return answerOf(await call(at.server, '/api/console/service', { method: 'PUT', body, cookie: who.cookie }));
}

function proposePage(url: string, who = at.staff.owner): Promise<Answer> {
  return at.post('/api/console/service/url', { url, why: WHY }, who);
}

function decide(id: unknown, decision: string, who: SignedInStaff): Promise<Answer> {
  return at.post(`/api/console/proposals/${id}/${decision}`, { why: 'seen and read' }, who);
}

function withdrawPage(who = at.staff.owner): Promise<Answer> {
  return at.post('/api/console/service/url/withdraw', { why: WHY }, who);
}

async function shownPage(): Promise<unknown> {
  return ((await at.get('/api/house')).body.service as { url: string | null } | null)?.url;
}

describe('the page for questions', () => {
  test('is one that two people want, also in a house that has said nothing yet; one alone takes it away', async () => {
    const { status, body } = await proposePage(PAGE);
    expect(status).toBe(201);
    expect(await shownPage()).toBeFalsy();
    expect((await decide(body.id, 'confirm', at.staff.owner)).body.code).toBe('second-person-needed');
    expect(await shownPage()).toBeFalsy();
    const confirmed = await decide(body.id, 'confirm', at.staff.finance);
    expect(confirmed.body).toMatchObject({ proposal: { outcome: 'confirmed', decidedWhy: 'seen and read' } });
    expect((await at.get('/api/house')).body).toMatchObject({
      supportHours: '24/7',
      service: { open: true, url: PAGE },
    });
    expect((await withdrawPage()).body).toMatchObject({ url: null });
    expect(await shownPage()).toBeNull();
    const acts = (await at.acts()).map(({ act }) => String(act)).filter((act) => act.startsWith('service-url'));
    expect(acts).toEqual(['service-url-proposed', 'service-url-confirmed', 'service-url-withdrawn']);
  });

  test('stays what it is while other words change, and a declined one changes nothing', async () => {
    await decide((await proposePage(PAGE)).body.id, 'confirm', other);
    await set(service({ hours: '8–18' }));
    const { body } = await proposePage('https://elsewhere.example/');
    await decide(body.id, 'decline', at.staff.finance);
    expect(await shownPage()).toBe(PAGE);
    // The address cannot be changed together with the texts.
    expect((await set(service({ url: 'https://elsewhere.example/' }))).status).toBe(400);
    expect(await shownPage()).toBe(PAGE);
  });

  test.each([
    'http://help.example',
    'javascript:alert(1)',
    'https://a:b@help.example',
    'help.example',
    '',
    '  https://x',
    'https:evil',
    'https://e/\u0009x',
  ])('is never %s', async (url) => {
    expect((await proposePage(url)).body.code).toBe('link-bad');
  });

  test('is for owners to propose and to take away', async () => {
    for (const who of [at.staff.support, at.staff.content, at.staff.finance, at.staff.auditor]) {
      expect((await proposePage(PAGE, who)).status).toBe(403);
      expect((await withdrawPage(who)).status).toBe(403);
    }
  });
});

describe('what the house says of its service', () => {
  test('is public at once, and its past is kept', async () => {
    const { body: first } = await set(service());
    expect((await set(service({ open: false }))).body).toMatchObject({ version: Number(first.version) + 1 });
    expect((await at.get('/api/house')).body).toMatchObject({
      supportHours: '9–17',
      service: { open: false, texts: { helpTitle: 'Paying' } },
    });
    const { status, body: settings } = await at.get('/api/console/settings', at.staff.finance);
    expect([status, settings.service]).toMatchObject([200, { open: false, hours: '9–17', texts: service().texts }]);
    expect((await at.acts()).filter(({ act }) => act === 'service-set').at(-1)).toMatchObject({
      act: 'service-set',
      before: { open: true },
      after: { open: false },
    });
    await expect(at.club.pool.query('update house.service set open = true')).rejects.toThrow('permission denied');
  });

  test('is said by owners alone', async () => {
    for (const who of [at.staff.support, at.staff.content, at.staff.finance, at.staff.auditor]) {
      expect((await set(service(), who)).status).toBe(403);
    }
  });
});
