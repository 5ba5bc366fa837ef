import { randomUUID } from 'node:crypto';
import { QUICKNET_RELAYS } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { signTreeHeads } from '../../src/book/sign.ts';
import { holdLease } from '../../src/db/lease.ts';
import { followBeacon } from '../../src/draw/worker/beacon-head.ts';
import { advance } from '../draw/drawing.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { addMadeTitle } from '../kit/films.ts';
import { type AddedHost, addHost, withHost } from '../kit/hosts.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { wholeDocument } from '../kit/whole-document.ts';
import { LINK_FIRST, READS } from './call-groups.ts';
import { CALLS } from './calls.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from './server.ts';

let club: Club;
let table: OpenTable;
let server: TestServer;
let member: SignedIn;
const slipKey = randomUUID();
let slipId: string;
let titleId: string;
let host: AddedHost;
let drawId: string;
let slip: ReturnType<typeof slipBody>;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
  member = await signIn(club, await club.member());
  drawId = table.schedule().drawId;
  slip = slipBody(table, [{ bet: 'big', stakeMinor: 100n }]);
  const placed = await placeOver(server, member, slip, slipKey);
  titleId = await addMadeTitle(club);
  host = await addHost(club);
  slipId = ((await placed.json()) as { slip: { id: string } }).slip.id;
  await club.at(table.schedule().locks * 1_000);
  await advance(club, table);
  await club.at(table.schedule().opens * 1_000 + 20_000);
  await advance(club, table);
  await signTreeHeads({ db: club.draw, keysDir: server.keysDir, origin: ORIGIN });
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

/** The path of an operation with existing ids. */
function filled(path: string): string {
  const key = path.startsWith('/api/receipts') ? slipKey : table.key;
  const today = new Date(club.clock.nowMs()).toISOString();
  return withHost(path, host)
    .replace(/report$/, `report?from=${today.slice(0, 10)}&to=${today.slice(0, 10)}`)
    .replace('{month}', today.slice(0, 7))
    .replace('{ref}', slipId)
    .replace('videos/{id}', `videos/${titleId}`)
    .replace('{key}/{period}', drawId)
    .replace('{key}', key)
    .replace('{id}', slipId)
    .replace('{path}', '0/000.p/1');
}

describe('health', () => {
  async function health(of: TestServer = server) {
    const answer = await call(of, '/api/health');
    return [answer.status, await answer.json()];
  }

  test('is ready only when the database answers, the beacon is followed and somebody draws', async () => {
    const checks = { database: true, beacon: true, draw: false };
    expect(await health()).toEqual([503, { live: true, ready: false, checks }]);
    await holdLease(club.draw, 'draw', randomUUID());
    expect(await health()).toEqual([200, { live: true, ready: true, checks: { ...checks, draw: true } }]);
    await club.clock.forward(15_000);
    expect(await health()).toEqual([503, { live: true, ready: false, checks: { ...checks, beacon: false } }]);
    await followBeacon(club.draw, club.beacon);
    await holdLease(club.draw, 'draw', randomUUID());
    expect(await health()).toEqual([200, { live: true, ready: true, checks: { ...checks, draw: true } }]);
  });

  test('without its database is live and not ready; nothing falls over, and the rest says that it is our fault', async () => {
    const other = await openClub();
    await other.openTable({ key: 'dice-60', periodSeconds: 60 });
    const lonely = await openServer(other);
    await other.close();
    const gone = { database: false, beacon: false, draw: false };
    expect(await health(lonely)).toEqual([503, { live: true, ready: false, checks: gone }]);
    for (const path of ['/api/house', '/api/lotteries', '/api/book/entries']) {
      const answer = await call(lonely, path);
      expect(answer.headers.get('content-type')).toContain('problem+json');
      // The answer reveals nothing about the error.
      const { type: _t, instance: _i, ...rest } = (await answer.json()) as Record<string, unknown>;
      expect([answer.status, rest]).toEqual([500, { title: 'internal', status: 500, code: 'internal', params: {} }]);
    }
    expect((await call(lonely, '/Home')).status).toBe(200);
    await lonely.stop();
  });
});

interface ApiDocument {
  openapi: string;
  paths: Record<string, Record<string, { responses: ApiDocument['components']['responses'] }>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
  };
}

describe('the API document', () => {
  let document: ApiDocument;
  beforeAll(async () => {
    const whole = await wholeDocument(async (path) => (await call(server, path)).json());
    document = JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/'));
  });

  function faultsOf(path: string, method: string, status: string, type: string, answer: unknown) {
    const stated = document.paths[path]?.[method]?.responses[status];
    const schema = (document.components.responses[stated?.$ref?.slice(23) ?? ''] ?? stated)?.content?.[type]?.schema;
    if (!schema) return `${method} ${path}: nothing is said of ${status}`;
    return z.fromJSONSchema({ ...schema, $defs: document.components.schemas } as never).safeParse(answer).error?.issues;
  }

  test('lists every call of this milestone and no other', () => {
    expect(document.openapi).toMatch(/^3\.1/);
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(listed.sort()).toEqual(CALLS.map(([method, path]) => `${method} ${path}`).sort());
  });

  test('is what the answers look like, to the last field', async () => {
    for (const [, path] of READS.filter(([, path]) => path !== '/api/stream')) {
      const headers = { accept: 'application/json' };
      const answer = await call(server, filled(path), { cookie: member.cookie, headers });
      expect([path, answer.status]).toEqual([path, 200]);
      const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
      const body = type === 'application/json' ? await answer.json() : await answer.text();
      const faults = faultsOf(path, 'get', '200', type, body);
      expect([path, faults]).toEqual([path, undefined]);
    }
    const again = await placeOver(server, member, slip, slipKey);
    expect(again.status).toBe(201);
    expect(faultsOf('/api/slips', 'post', '201', 'application/json', await again.json())).toBe(undefined);
  });

  test('says of every call what a refusal looks like', async () => {
    const refusal = await (await call(server, '/api/nothing')).json();
    for (const [method, path] of CALLS.filter(([, path]) => path !== '/api/health'))
      for (const status of ['4XX', '5XX'])
        expect(faultsOf(path, method, status, 'application/problem+json', refusal)).toBe(undefined);
  });
});

describe('who may call', () => {
  /** The code if access is refused; null if the request got further. */
  async function refusal(method: string, path: string, cookie?: string): Promise<string | null> {
    const stream = path === '/api/stream' ? AbortSignal.timeout(5_000) : undefined;
    const own = cookie === undefined ? {} : { cookie, ...callerHeader(path, cookie) };
    const answer = await fetch(`${server.address}${filled(path)}`, {
      method: method.toUpperCase(),
      headers: { origin: server.address, 'content-type': 'application/json', ...own },
      ...(method === 'post' ? { body: '{}' } : {}),
      ...(stream ? { signal: stream } : {}),
    });
    if (answer.status !== 401 && answer.status !== 403) {
      await answer.body?.cancel();
      return null;
    }
    return ((await answer.json()) as { code: string }).code;
  }

  test('is decided before anything else is looked at: visitor, suspended member, member', async () => {
    const owner = await club.member();
    let suspended = await signIn(club, owner, true);
    for (const [method, path, access] of CALLS) {
      const name = `${method} ${path}`;
      const visitor = access === 'public' ? (LINK_FIRST.get(path) ?? null) : 'signed-out';
      expect([name, await refusal(method, path)]).toEqual([name, visitor]);
      if (LINK_FIRST.has(path)) continue; // Wrong links are counted.
      expect([name, await refusal(method, path, 'tercet=nonsense')]).toEqual([name, visitor]);
      if (access === 'member') continue;
      const member = access === 'restricted' ? null : visitor;
      expect([name, await refusal(method, path, suspended.cookie)]).toEqual([name, member]);
      if (name === 'delete /api/session') suspended = await signIn(club, owner, true);
    }
    const placed = await placeOver(server, suspended, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]));
    expect([placed.status, await placed.json()]).toMatchObject([403, { code: 'suspended' }]);
  });
});

describe('headers', () => {
  const EXPECTED = {
    'content-security-policy': expect.stringMatching(/default-src 'self'.*frame-ancestors 'none'/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(self)'),
  };

  test.each([
    ['a page', 'GET', '/Home', 200],
    ['a page with a closing slash', 'GET', '/verify/', 200],
    ['a file', 'GET', '/icon.svg', 200],
    ['a worker of the app', 'GET', '/assets/workers/proof-worker-abc123.js', 200],
    ['a picture', 'GET', '/assets/seal-abc123.svg', 200],
    ['the service worker', 'GET', '/sw.js', 200],
    ['an answer', 'GET', '/api/house', 200],
    ['a refusal', 'GET', '/api/me', 401],
    ['a bad request', 'GET', '/api/slips/x', 401],
    ['a forbidden write', 'DELETE', '/api/session', 403],
    ['nothing there', 'GET', '/api/nothing', 404],
    ['a path that cannot be read', 'GET', '/%zz', 404],
    ['a path too long to be one', 'GET', `/api/slips/${'x'.repeat(8_000)}`, 401],
    ['a head', 'HEAD', '/api/house', 200],
  ])('are on %s', async (_, method, path, status) => {
    const answer = await fetch(`${server.address}${path}`, {
      method,
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(answer.status).toBe(status);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject(EXPECTED);
    expect(headers['x-powered-by']).toBe(undefined);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    await answer.text();
  });

  test('are few on files that a page reads as parts of itself, and no document can be made of them', async () => {
    for (const file of ['index-abc123.js', 'index-abc123.js?x=1', 'style-abc123.css', 'en-82f5df46/first.json']) {
      const { status, headers } = await call(server, `/assets/${file}`);
      expect([file, status]).toEqual([file, 200]);
      expect(headers.get('content-type')).toMatch(/^(application\/javascript|text\/css|application\/json);/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('permissions-policy')).toBe(null);
    }
    for (const path of ['/assets/..%2findex.html', '/assets/../index.html', '/assets/index.html', '/Home?x=.js']) {
      const { headers } = await call(server, path);
      expect([path, headers.get('content-security-policy')]).toEqual([path, expect.stringContaining('default-src')]);
    }
  });

  test('are on the stream, and it is for no cache', async () => {
    const stop = new AbortController();
    const answer = await fetch(`${server.address}/api/stream`, { signal: stop.signal });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...EXPECTED,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    stop.abort();
  });

  test('let pages ask the witnesses and the relays of the beacon, and nobody else', async () => {
    const connectOf = async (of: TestServer) => {
      const policy = (await call(of, '/Verify')).headers.get('content-security-policy') ?? '';
      return /connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
    };
    expect(await connectOf(server)).toEqual(["'self'", ...QUICKNET_RELAYS]);
    const witnessed = await openServer(club, {
      witnesses: [
        { vkey: 'w.example+c3ed55d6+BJbEMlDuxC/3JEw9WmTm6t3Tdm', url: 'https://w.example:8443/tercet' },
        { vkey: 'v.example+c3ed55d6+BJbEMlDuxC/3JEw9WmTm6t3Tdm', url: 'http://192.0.2.7:9000' },
      ],
    });
    const own = ["'self'", 'https://w.example:8443', 'http://192.0.2.7:9000'];
    expect(await connectOf(witnessed)).toEqual([...own, ...QUICKNET_RELAYS]);
    await witnessed.stop();
  });

  test('leave the verifier page to the policy that it carries itself, and nothing else', async () => {
    const policyOf = async (path: string) => (await call(server, path)).headers.get('content-security-policy');
    expect(await policyOf('/verifier.html')).toBe("frame-ancestors 'none'");
    expect(await policyOf('/verifier.html?x=1')).toBe("frame-ancestors 'none'");
    for (const path of ['/verifier.html/', '/Verifier.html', '/verifier', '/api/verifier.html', '//verifier.html']) {
      expect([path, await policyOf(path)]).toEqual([path, expect.stringContaining("default-src 'self'")]);
    }
    expect((await call(server, '/verifier.html')).headers.get('x-frame-options')).toBe('DENY');
  });

  test('open to programs on other pages what is public of a draw, and nothing of a member', async () => {
    for (const [, path, access] of CALLS.filter(([method]) => method === 'get')) {
      if (path === '/api/stream') continue;
      const answer = await call(server, filled(path), { cookie: member.cookie, headers: { origin: 'null' } });
      const isOpen = answer.headers.get('access-control-allow-origin') === '*';
      const isOfDraws = /^\/(book\/|api\/draws\/|api\/book\/entries$|api\/house$)/.test(path);
      expect([path, isOpen]).toEqual([path, isOfDraws]);
      if (isOpen) expect([path, access]).toEqual([path, 'public']);
      expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
      await answer.arrayBuffer();
    }
  });

  test('keep pages fresh, assets for ever, and what is a member’s own out of caches', async () => {
    expect((await call(server, '/')).headers.get('cache-control')).toBe('no-cache');
    expect((await call(server, '/Lottery')).headers.get('cache-control')).toBe('no-cache');
    const asset = await call(server, '/assets/index-abc123.js');
    expect(asset.headers.get('cache-control')).toMatch(/max-age=31536000, immutable/);
    const worker = await call(server, '/sw.js');
    expect([worker.status, worker.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    for (const [, path] of READS.filter(([, , access]) => access !== 'public')) {
      const answer = await call(server, filled(path), { cookie: member.cookie });
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    }
  });
});

test('every call has its route, and the stream has no HEAD', () => {
  for (const [method, path] of CALLS) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const found = server.http.findRoute({ method: method.toUpperCase() as 'GET', url });
    expect([url, found === null]).toEqual([url, false]);
  }
  expect(server.http.hasRoute({ method: 'HEAD', url: '/api/stream' })).toBe(false);
});
