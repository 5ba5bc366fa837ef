import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageReplacedBy, resumePage, setPageMember } from '../shared/page-member.ts';
import { Problem } from '../shared/problem.ts';
import { keys } from '../shared/query-keys.ts';
import { meQuery } from './session.ts';

describe('who is signed in', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', async () => Response.json({ member: null }));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    setPageMember(
      () => null,
      () => {},
    );
    resumePage();
  });

  test('a visitor is recognised, and gets no message about a session', async () => {
    const client = new QueryClient();
    expect(await client.fetchQuery(meQuery())).toBe(null);
    expect(client.getQueryData(keys.sessionEnded)).toBe(undefined);
  });

  test('a sign-in in another tab, seen before its cookie arrived, stops the page and does not end it', async () => {
    const answers = [
      { member: null, status: 200 },
      { code: 'caller-changed', status: 409, params: { name: 'anton' } },
    ];
    vi.stubGlobal('fetch', async () => {
      const body = answers.shift();
      return Response.json(body, { status: body?.status ?? 500 });
    });
    const client = new QueryClient();
    const mira = { id: '1', userName: 'mira' };
    setPageMember(
      () => mira,
      () => {},
    );
    client.setQueryData(keys.me, mira as never);
    await expect(client.fetchQuery(meQuery())).rejects.toThrow(Problem);
    expect(pageReplacedBy()).toBe('anton');
    expect(client.getQueryData(keys.me)).toEqual(mira);
    expect(client.getQueryData(keys.sessionEnded)).toBe(undefined);
    expect(answers).toEqual([]);
  });

  test('a member whose session ended elsewhere reads so at the next sign-in', async () => {
    const client = new QueryClient();
    client.setQueryData(keys.me, { userName: 'mira' } as never);
    expect(await client.fetchQuery(meQuery())).toBe(null);
    expect(client.getQueryData(keys.sessionEnded)).toBe(true);
  });
});
