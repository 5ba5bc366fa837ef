import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addressOf, call, download, namedAddressOf, sendFile, setHooks } from './client.ts';

interface Answer {
  status: number;
  body?: unknown;
}

let answers: Answer[];
let sent: { url: string; method: string; body: unknown }[];
let callers: unknown[];
const onSignedOut = vi.fn();
const onUsed = vi.fn();
const onReplaced = vi.fn();
/** Account of the page. */
let caller: string | null;
let proves: boolean;

beforeEach(() => {
  answers = [];
  sent = [];
  callers = [];
  caller = 'finn-id';
  proves = true;
  vi.stubGlobal(
    'fetch',
    async (url: string, { method, body, headers }: { method: string; body?: string; headers: object }) => {
      callers.push('tercet-caller' in headers ? headers['tercet-caller'] : null);
      sent.push({ url, method, body: body === undefined ? undefined : JSON.parse(body) });
      const answer = answers.shift();
      if (answer === undefined) throw new TypeError('no line');
      if (typeof answer.body === 'string') {
        return new Response(answer.body, {
          status: answer.status,
          headers: { 'content-type': 'text/csv; charset=utf-8' },
        });
      }
      return new Response(answer.status === 204 ? null : JSON.stringify(answer.body ?? {}), { status: answer.status });
    },
  );
  setHooks({ onSignedOut, onUsed, onReplaced, prove: async () => proves, caller: () => caller });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const params = { memberId: 'm 1', id: 'a' };
const approve = () =>
  call('post', '/api/console/members/{memberId}/withdrawals/{id}/approve', { params, body: { why: 'fine' } });
const problem = (status: number, code: string) => ({ status, body: { code } });

test('path and query values are part of the address', () => {
  expect(addressOf('/api/{a}/{b}', { a: 'x/y', b: 7 }, { state: 'open', cursor: undefined })).toBe(
    '/api/x%2Fy/7?state=open',
  );
});

describe('the identity of the signed-in person', () => {
  test('is sent with every call, and in addresses that the browser opens', async () => {
    answers = [
      { status: 200, body: {} },
      { status: 200, body: 'a;b' },
      { status: 200, body: {} },
    ];
    await approve();
    await download('/api/console/members.csv', {});
    await call('get', '/api/console/me', {});
    expect(callers).toEqual(['finn-id', 'finn-id', 'finn-id']);
    expect(namedAddressOf('/api/{a}', { a: 'x' }, { v: 1 })).toBe('/api/x?v=1&caller=finn-id');
  });

  test('is empty before the first sign-in', async () => {
    caller = null;
    answers = [{ status: 200, body: {} }];
    await call('get', '/api/console/me', {});
    expect(callers).toEqual([null]);
    expect(namedAddressOf('/api/x')).toBe('/api/x');
  });

  test('a caller that is no longer signed in learns who is', async () => {
    answers = [{ status: 409, body: { code: 'caller-changed', params: { name: 'greta' } } }];
    await expect(approve()).rejects.toMatchObject({ code: 'caller-changed' });
    expect(onReplaced.mock.calls).toEqual([['greta']]);
    expect(onUsed).not.toHaveBeenCalled();
  });
});

test('a file is sent unchanged, with its content type', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}', { status: 200 }));
  vi.stubGlobal('fetch', fetched);
  const file = new Blob(['bytes'], { type: 'image/png' });
  await sendFile('/api/console/banners/{id}/picture', { id: 'a' }, file);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect([url, init?.method, init?.body]).toEqual(['/api/console/banners/a/picture', 'PUT', file]);
  expect(init?.headers).toMatchObject({ 'content-type': 'image/png' });
});

describe('a dangerous act', () => {
  test('is sent again after a proof of presence', async () => {
    answers = [problem(403, 'step-up-needed'), { status: 200, body: { waiting: false } }];
    expect(await approve()).toEqual({ waiting: false });
    expect(sent).toEqual(
      [1, 2].map(() => ({
        url: '/api/console/members/m%201/withdrawals/a/approve',
        method: 'POST',
        body: { why: 'fine' },
      })),
    );
  });

  test('is not sent again without that proof, nor a third time', async () => {
    proves = false;
    answers = [problem(403, 'step-up-needed')];
    await expect(approve()).rejects.toMatchObject({ code: 'not-proved' });
    expect(sent).toHaveLength(1);
    proves = true;
    answers = [problem(403, 'step-up-needed'), problem(403, 'step-up-needed')];
    await expect(approve()).rejects.toMatchObject({ code: 'step-up-needed' });
    expect(sent).toHaveLength(3);
  });
});

describe('a file', () => {
  const file = () => download('/api/console/withdrawals.csv', { state: 'paid' });

  test('arrives unchanged, with the filter of the list, after a proof of presence if one is required', async () => {
    answers = [problem(403, 'step-up-needed'), { status: 200, body: 'id,state\r\n1,paid\r\n' }];
    expect(await (await file()).text()).toBe('id,state\r\n1,paid\r\n');
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill('/api/console/withdrawals.csv?state=paid'));
  });

  test('is not saved when the server refuses it', async () => {
    answers = [problem(422, 'export-too-large')];
    await expect(file()).rejects.toMatchObject({ code: 'export-too-large', status: 422 });
  });
});

test('background calls do not extend a session, and notice when it has ended', async () => {
  const ask = () => call('get', '/api/console/queues', { unattended: true });
  answers = [{ status: 200, body: { items: [] } }, problem(429, 'busy'), problem(401, 'signed-out')];
  expect(await ask()).toEqual({ items: [] });
  await expect(ask()).rejects.toMatchObject({ code: 'busy' });
  expect(onUsed).not.toHaveBeenCalled();
  await expect(ask()).rejects.toMatchObject({ code: 'signed-out' });
  expect(onSignedOut).toHaveBeenCalledOnce();
});

describe('what comes back', () => {
  test('reports a session that has ended, and one that is in use', async () => {
    answers = [problem(401, 'signed-out'), problem(401, 'wrong-credentials'), problem(409, 'too-late')];
    await expect(approve()).rejects.toMatchObject({ code: 'signed-out' });
    expect([onSignedOut.mock.calls.length, onUsed.mock.calls.length]).toEqual([1, 0]);
    await expect(approve()).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(approve()).rejects.toMatchObject({ code: 'too-late', status: 409 });
    expect([onSignedOut.mock.calls.length, onUsed.mock.calls.length]).toEqual([1, 1]);
  });

  test('may be nothing at all', async () => {
    await expect(approve()).rejects.toMatchObject({ code: 'offline', status: 0 });
    answers = [{ status: 204 }];
    expect(await call('delete', '/api/console/session', {})).toBe(undefined);
  });
});
