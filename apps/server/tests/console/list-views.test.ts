import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../http/server.ts';
import { answerOf, openConsole, type TestConsole } from './console.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

interface Who {
  id: string;
  cookie: string;
}
const QUERY = { filter: { state: 'paid' }, sort: '-amount', columns: ['member', 'state'] };

const save = (who: Who, more: object = {}) =>
  at.post('/api/console/list-views', { list: 'withdrawals', name: 'Large', role: null, query: QUERY, ...more }, who);
const remove = async (who: Who, id: unknown) =>
  answerOf(await call(at.server, `/api/console/list-views/${id}`, { method: 'DELETE', cookie: who.cookie }));
const choose = async (who: Who, body: object, list = 'withdrawals') =>
  answerOf(await call(at.server, `/api/console/list-choices/${list}`, { method: 'PUT', body, cookie: who.cookie }));
const read = async (who: Who) => {
  const { body } = await at.get('/api/console/list-views', who);
  return body as unknown as { views: { id: string; name: string; role: string | null }[]; choices: unknown[] };
};
const namesOf = async (who: Who) => (await read(who)).views.map(({ name }) => name);

describe('a saved view', () => {
  test('is its owner’s alone, keeps filter, sorting and columns, and is in the audit log', async () => {
    await at.acts();
    const { status, body } = await save(at.staff.finance);
    expect(status).toBe(201);
    expect((await read(at.staff.finance)).views).toEqual([
      {
        ...{ id: body.id, ownerId: at.staff.finance.id, list: 'withdrawals' },
        name: 'Large',
        role: null,
        query: QUERY,
      },
    ]);
    for (const other of ['support', 'auditor', 'owner'] as const) expect(await namesOf(at.staff[other])).toEqual([]);
    expect((await remove(at.staff.owner, body.id)).status).toBe(404);
    expect((await remove(at.staff.finance, body.id)).status).toBe(204);
    expect(await namesOf(at.staff.finance)).toEqual([]);
    expect((await at.acts()).map(({ act, subject }) => [act, subject])).toEqual([
      ['list-view-saved', `list-view/${body.id}`],
      ['list-view-deleted', `list-view/${body.id}`],
    ]);
  });

  test('replaces the view of the same name', async () => {
    const { body } = await save(at.staff.finance);
    const again = await save(at.staff.finance, { query: { ...QUERY, sort: null, columns: null } });
    expect(again.body.id).toBe(body.id);
    expect((await read(at.staff.finance)).views).toMatchObject([{ query: { sort: null, columns: null } }]);
    await remove(at.staff.finance, body.id);
  });

  test('is shared with one’s own role, and by an owner with any', async () => {
    expect((await save(at.staff.finance, { role: 'support' })).status).toBe(403);
    const colleague = await at.add('finance');
    const own = await save(at.staff.finance, { name: 'Ours', role: 'finance' });
    const given = await save(at.staff.owner, { name: 'From the owner', role: 'finance' });
    expect([own.status, given.status]).toEqual([201, 201]);
    expect(await namesOf(colleague)).toEqual(['From the owner', 'Ours']);
    expect(await namesOf(at.staff.support)).toEqual([]);
    expect((await remove(at.staff.support, own.body.id)).status).toBe(404);
    for (const shared of [own, given]) expect((await remove(colleague, shared.body.id)).status).toBe(403);
    expect((await remove(at.staff.finance, own.body.id)).status).toBe(204);
    expect((await remove(at.staff.owner, given.body.id)).status).toBe(204);
  });

  test('names no person in its filter', async () => {
    for (const name of ['memberId', 'member', 'userName', 'realName', 'search', 'number']) {
      const { status } = await save(at.staff.finance, { query: { ...QUERY, filter: { [name]: 'x' } } });
      expect([name, status]).toEqual([name, 422]);
    }
  });

  test('has a maximum for each person', async () => {
    const one = await at.add('content');
    for (let n = 0; n < 60; n++) expect((await save(one, { name: `View ${n}` })).status).toBe(201);
    expect((await save(one, { name: 'One more' })).body.code).toBe('question-limit');
  });
});

describe('what a list opens with', () => {
  test('is one’s own choice among the views that one has, until the view is gone', async () => {
    const { body } = await save(at.staff.finance, { role: 'finance' });
    const chosen = { viewId: body.id, columns: ['member'] };
    expect((await choose(at.staff.finance, chosen)).status).toBe(200);
    expect((await choose(at.staff.support, chosen)).status).toBe(404);
    expect((await choose(at.staff.finance, chosen, 'payments')).status).toBe(404);
    expect((await read(at.staff.finance)).choices).toEqual([{ list: 'withdrawals', ...chosen }]);
    expect((await read(await at.add('finance'))).choices).toEqual([]);
    await remove(at.staff.finance, body.id);
    expect((await read(at.staff.finance)).choices).toEqual([
      { list: 'withdrawals', viewId: null, columns: ['member'] },
    ]);
  });
});
