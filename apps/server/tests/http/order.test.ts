import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Role } from '../../src/staff/roles.ts';
import { type Operation, operationsOf } from '../abuse/api-document.ts';
import { type Caller, type Ground, openGround } from '../abuse/ground.ts';
import { callerHeader } from '../kit/callers.ts';
import { CALLS_BY_ROLE } from '../staff/calls-by-role.ts';
import { LINK_FIRST } from './call-groups.ts';
import { CALLS } from './calls.ts';
import { call } from './server.ts';

// Every route checks in this order: access, length of the body, schema, and then the rules for texts. Forbidden
// requests therefore cost little.

let ground: Ground;
let cookies: Map<Caller, string>;
/** Number and secret of a visitor's conversation. */
let visitorKey: string;
beforeAll(async () => {
  ground = await openGround();
  cookies = new Map();
  for (const caller of ['member', 'support', 'content', 'finance', 'auditor', 'owner'] as const) {
    cookies.set(caller, (await ground.cookieOf(caller)) ?? '');
  }
  const body = { contact: 'by phone', text: 'How do I join?' };
  const headers = { 'idempotency-key': randomUUID() };
  const opened = await call(ground.server, '/api/visitor-threads', { body, headers });
  expect(opened.status).toBe(201);
  const { number, secret } = (await opened.json()) as { number: string; secret: string };
  visitorKey = `${number}.${secret}`;
}, 120_000);
afterAll(() => ground.close());

const WRITES = operationsOf().filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const ACCESS = new Map(CALLS.map(([method, path, access]) => [`${method.toUpperCase()} ${path}`, access]));
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const accessOf = (operation: Operation) => ACCESS.get(nameOf(operation));
/** Code of a wrong key, of operations that check one first. */
const keyFault = ({ path }: Operation) => LINK_FIRST.get(path);

/** The header of operations that check a key first. */
function authorizationOf({ path }: Operation): string {
  return `Bearer ${path.startsWith('/api/visitor-thread/') ? visitorKey : ground.known.token}`;
}

/** One of the permitted callers. */
function rightfulOf(operation: Operation): Caller {
  if (accessOf(operation) !== 'staff') return 'member';
  const written = `${operation.method} ${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const roles: readonly Role[] = CALLS_BY_ROLE[written] ?? [];
  return roles[0] ?? 'owner';
}

function filled({ path }: Operation): string {
  return path.replaceAll(/\{[^}]+\}/g, (_, name: string) => String(ground.known[name] ?? ground.ids[0]));
}

interface Answer {
  status: number;
  code: string;
}

/** The answer to request headers that announce a body of 50 MB, which is never sent. */
function answerToHead(operation: Operation, headers: Record<string, string>): Promise<Answer> {
  const { hostname, port, host } = new URL(ground.server.address);
  const whose = callerHeader(operation.path, headers.cookie);
  const own = { host, 'content-type': 'application/json', 'content-length': '50000000', ...whose, ...headers };
  const lines = Object.entries(own);
  const head = `${operation.method} ${filled(operation)} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    let got = '';
    socket.setTimeout(5_000, () => reject(new Error(`${nameOf(operation)} waits for its body`)));
    socket.on('error', reject).on('data', (chunk) => {
      got += chunk;
      const code = /"code":"([\w-]+)"/.exec(got)?.[1];
      if (code === undefined) return;
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(got)?.[1]), code });
    });
  });
}

describe('before the body is read', () => {
  test('there are two hundred calls that write', () => {
    expect(WRITES.length).toBeGreaterThan(150);
    expect(WRITES.filter((one) => accessOf(one) === undefined)).toEqual([]);
  });

  test('who may call is decided, and how long it is', async () => {
    const wrong: unknown[] = [];
    for (const operation of WRITES) {
      const answer = await answerToHead(operation, { origin: ground.server.address });
      const keyCode = keyFault(operation);
      const expected = keyCode
        ? [403, keyCode]
        : accessOf(operation) === 'public'
          ? [413, 'body-too-large']
          : [401, 'signed-out'];
      if (String([answer.status, answer.code]) !== String(expected)) wrong.push([nameOf(operation), answer]);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test('where the call comes from is decided, whoever calls', async () => {
    const wrong: unknown[] = [];
    for (const operation of WRITES) {
      const cookie = cookies.get(rightfulOf(operation)) ?? '';
      const answer = await answerToHead(operation, { origin: 'https://elsewhere.example', cookie });
      if (answer.code !== 'forbidden-origin') wrong.push([nameOf(operation), answer]);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test('a body that is too long is refused, whoever may send one', async () => {
    const wrong: unknown[] = [];
    for (const operation of WRITES) {
      const cookie = cookies.get(rightfulOf(operation)) ?? '';
      const headers = { origin: ground.server.address, cookie, authorization: authorizationOf(operation) };
      const answer = await answerToHead(operation, headers);
      // Parts of films require headers about the part. Without them, the server rejects the request first.
      const expected = operation.path.endsWith('/films/{id}/parts') ? 'invalid-body' : 'body-too-large';
      if (answer.code !== expected) wrong.push([nameOf(operation), answer]);
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});

/** Text that the rules for texts refuse on every route that checks it. */
const NASTY = 'Pay the fee to 4111 1111 1111 1111 first, at https://evil.example \u0007 \u202e';
/** Queries that identify the caller. */
const ASKING_WHO = new RegExp(
  [
    '"members"\\."(session|member)"|"staff"\\."|\\bfrom staff\\.account\\b',
    '"directory"\\."(link|host)"|"desk"\\."visitor_thread"',
    '^(begin|commit|rollback|start)|^select clock\\.now',
  ].join('|'),
  'i',
);
/** Attempts per call. Background polls of the club may interfere with one attempt, but not with all. */
const ATTEMPTS = 4;

describe('a body that is not of its schema', () => {
  test('is refused before a rule looks at its texts, and before anything is asked but who calls', async () => {
    const wrong: unknown[] = [];
    let requests: string[] = [];
    const query = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const [first] = args as [string | { text?: string }];
      requests.push(typeof first === 'string' ? first : (first.text ?? ''));
      return (query as (...args: unknown[]) => unknown).apply(this, args) as never;
    });
    const forms = WRITES.filter(({ body }) => body !== null && 'application/json' in body);
    const beyondWho = async (operation: Operation): Promise<{ code: string; beyond: string[] }> => {
      requests = [];
      const answer = await call(ground.server, filled(operation), {
        method: operation.method,
        body: JSON.stringify(NASTY),
        cookie: cookies.get(rightfulOf(operation)) ?? '',
        headers: { 'idempotency-key': crypto.randomUUID(), authorization: authorizationOf(operation) },
      });
      const { code } = (await answer.json()) as { code: string };
      return { code, beyond: requests.filter((text) => !ASKING_WHO.test(text.trim())) };
    };
    for (const operation of forms) {
      let found = await beyondWho(operation);
      for (let n = 1; n < ATTEMPTS && found.beyond.length > 0; n++) found = await beyondWho(operation);
      if (found.code !== 'invalid-body' || found.beyond.length > 0) wrong.push([nameOf(operation), found]);
    }
    spy.mockRestore();
    expect(forms.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  }, 120_000);

  test('and where it is of its schema, the rules look', async () => {
    const texts = [{ locale: 'en', title: 'Read this', text: NASTY.replaceAll(/[\u0007\u202e]/g, '') }];
    const cookie = cookies.get('owner') ?? '';
    const answer = await call(ground.server, '/api/console/notices', {
      body: { texts, fromMs: null, untilMs: null },
      cookie,
    });
    expect(await answer.json()).toMatchObject({ code: 'card-bad', fields: { text: 'card-bad' } });
  });
});
