import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import type { Role } from '../../src/staff/roles.ts';
import { operationsOf } from '../abuse/api-document.ts';
import { largest } from '../abuse/nasty-calls.ts';
import { call } from '../http/server.ts';
import { openConsole, type TestConsole } from './console.ts';

/** Notes appear in a member's data export, but nowhere in the app. */
const NOTES = 'POST /api/console/members/{memberId}/notes';

let club: TestConsole;
beforeAll(async () => {
  club = await openConsole();
});
afterAll(() => club.close());

test('a link in staff’s reason for an act is refused: members read these reasons', async () => {
  const acts = await actsWithWhy();
  expect(acts.size).toBeGreaterThan(10);
  for (const [act, role] of acts) {
    const path = act.replace('POST ', '').replaceAll(/\{\w+\}/g, newId());
    const form = { ...formOf(act), why: 'Send it to https://pay.example first' };
    const { body } = await club.post(path, form, club.staff[role]);
    expect(body.code, act).toBe('words-lead-out');
  }
});

/** A valid form of the act. An invalid one would be refused before its words are checked. */
function formOf(act: string): object {
  const operation = operationsOf().find(({ method, path }) => `${method} ${path}` === act);
  const schema = operation?.body?.['application/json']?.schema ?? {};
  return largest(schema, (length) => 'As agreed with them'.slice(0, length), {}) as object;
}

interface Form {
  properties?: Record<string, unknown>;
}
type Paths = Record<string, Record<string, { requestBody?: { content: { 'application/json': { schema: Form } } } }>>;

/** All acts on a member that take a reason, with a permitted role; from the API document. */
async function actsWithWhy(): Promise<Map<string, Role>> {
  const document = (await call(club.server, '/api/console/openapi.json')).json();
  const { paths } = (await document) as { paths: Paths };
  const found = new Map<string, Role>();
  for (const role of Object.keys(club.staff) as Role[]) {
    const { body } = await club.get('/api/console/me', club.staff[role]);
    for (const act of body.acts as string[]) {
      const [method = '', path = ''] = act.split(' ');
      const form = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'].schema;
      const isGiven = method === 'POST' && path.includes('/members/{memberId}/') && act !== NOTES;
      if (isGiven && form?.properties?.why !== undefined) found.set(act, role);
    }
  }
  return found;
}

test.each([['Tonight bet on big, it is sure to win.'], ['Write to me on Telegram @mira_helps.']])(
  'what the house says on Home is judged as what it says at the desk: %s',
  async (text) => {
    const words = { title: 'News', text };
    const none = { fromMs: null, untilMs: null };
    const banner = { words: { title: 'The book is open', text: '' }, texts: { ko: words }, link: null, position: 1 };
    const bodies: [path: string, body: object][] = [
      ['/api/console/banners', { ...banner, made: 'made-2', ...none }],
      ['/api/console/notices', { texts: [{ locale: 'ko', ...words }], ...none }],
    ];
    for (const [path, body] of bodies) {
      const answer = await club.post(path, body, club.staff.content);
      expect([path, answer.status, String(answer.body.code)]).toEqual([path, 422, expect.stringMatching(/^words-/)]);
    }
  },
);
