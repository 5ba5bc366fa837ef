import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keys } from '../shared/query-keys.ts';
import { meQuery } from './session.ts';

describe('who is signed in', () => {
  beforeEach(() => {
    const body = { code: 'signed-out', status: 401 };
    vi.stubGlobal('fetch', async () => Response.json(body, { status: 401 }));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('a visitor is one, and is told of no session', async () => {
    const client = new QueryClient();
    expect(await client.fetchQuery(meQuery())).toBe(null);
    expect(client.getQueryData(keys.sessionEnded)).toBe(undefined);
  });

  test('a member whose session ended elsewhere is told so when he signs in again', async () => {
    const client = new QueryClient();
    client.setQueryData(keys.me, { userName: 'mira' } as never);
    expect(await client.fetchQuery(meQuery())).toBe(null);
    expect(client.getQueryData(keys.sessionEnded)).toBe(true);
  });
});
