import Fastify, { type FastifyPluginAsync } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthDeps, installAuth } from '../../src/http/auth.ts';
import { installErrorHandling } from '../../src/http/errors.ts';
import type { Http } from '../../src/http/http.ts';
import { call, join, type Node, openWorld, signIn, startNode, type TestMember, type World } from './club.ts';

let world: World;
let secure: Node;
let member: TestMember;
beforeAll(async () => {
  world = await openWorld();
  secure = await startNode(world.database, { origins: ['https://club.example', 'https://www.club.example'] });
  member = await join(world.node);
});
afterAll(async () => {
  await secure.close();
  await world.close();
});

describe('the headers', () => {
  test('let pages load only what the club serves', async () => {
    const { headers } = await call(world.node, 'GET', '/api/agreement');
    expect(headers['content-security-policy']).toBe(
      "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';" +
        "media-src 'self' blob:;worker-src 'self';form-action 'self';connect-src 'self';frame-ancestors 'none';" +
        "base-uri 'none';object-src 'none'",
    );
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['permissions-policy']).toContain(
      'camera=(self), geolocation=(self), fullscreen=(self), autoplay=(self), picture-in-picture=(self), accelerometer=()',
    );
    expect(headers['permissions-policy']).toContain('microphone=()');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('are on refusals and on what is not there as well', async () => {
    for (const url of ['/api/me', '/nothing/here']) {
      const { headers } = await call(world.node, 'GET', url);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
    }
  });

  test('ask for TLS only where there is TLS', async () => {
    expect((await call(world.node, 'GET', '/api/agreement')).headers).not.toHaveProperty('strict-transport-security');
    expect((await call(secure, 'GET', '/api/agreement')).headers['strict-transport-security']).toMatch(
      /^max-age=31536000; includeSubDomains$/,
    );
  });

  test('keep what is said to a member out of caches', async () => {
    const mine = await call(world.node, 'GET', '/api/me', { cookie: member.cookie });
    expect(mine.headers['cache-control']).toBe('no-store');
    expect((await signIn(world.node, member.userName)).headers['cache-control']).toBe('no-store');
    expect((await call(world.node, 'GET', '/api/agreement')).headers).not.toHaveProperty('cache-control');
  });
});

describe('a write', () => {
  // Sends a request without the origin that `call` adds.
  function write(node: Node, headers: Record<string, string>, method = 'DELETE') {
    return node.http.inject({
      method: method as 'DELETE',
      url: '/api/session',
      headers: { host: 'club.example', ...headers },
    });
  }

  test.each([
    ['from the own origin', { origin: 'http://club.example' }, true],
    ['from another site', { origin: 'http://evil.example' }, false],
    ['from a longer name', { origin: 'http://club.example.evil.example' }, false],
    ['from another port', { origin: 'http://club.example:8080' }, false],
    ['from another scheme', { origin: 'https://club.example' }, false],
    ['from a sandbox', { origin: 'null' }, false],
    ['with an empty origin', { origin: '' }, false],
    ['without origin, as a browser marks it: own page', { 'sec-fetch-site': 'same-origin', cookie: 'a=b' }, true],
    ['without origin, from a sister site', { 'sec-fetch-site': 'same-site', cookie: 'a=b' }, false],
    ['without origin, from another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['without origin, typed in', { 'sec-fetch-site': 'none', cookie: 'a=b' }, false],
    [
      'from another site that says it is the own',
      { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['by a program without cookies', {}, true],
    ['by a program with a cookie', { cookie: 'a=b' }, false],
  ])('%s', async (_, headers, isAllowed) => {
    const answer = await write(world.node, headers as Record<string, string>);
    expect(answer.statusCode).toBe(isAllowed ? 204 : 403);
    if (!isAllowed) expect(answer.json().code).toBe('forbidden-origin');
  });

  test.each([
    ['https://club.example', 204],
    ['https://www.club.example', 204],
    ['http://club.example', 403],
    ['https://evil.example', 403],
  ])('with a list of origins, from %s: %i', async (origin, status) => {
    expect((await write(secure, { origin })).statusCode).toBe(status);
  });

  test('from elsewhere does nothing', async () => {
    const headers = { cookie: member.cookie, origin: 'http://evil.example' };
    expect((await write(world.node, headers)).statusCode).toBe(403);
    expect((await call(world.node, 'GET', '/api/me', { cookie: member.cookie })).statusCode).toBe(200);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s from elsewhere is refused before anything else', async (method) => {
    expect((await write(world.node, { origin: 'http://evil.example' }, method)).statusCode).toBe(403);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of %s, as a form of another site can send it, is not read',
    async (type) => {
      const headers = { host: 'club.example', 'content-type': type };
      const answer = await world.node.http.inject({ method: 'DELETE', url: '/api/session', headers, payload: 'x' });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().code).toBe('invalid-body');
    },
  );

  test('reading from elsewhere is up to the browser', async () => {
    const headers = { origin: 'http://evil.example' };
    const answer = await call(world.node, 'GET', '/api/agreement', { headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('who may call', () => {
  function authDeps(): AuthDeps {
    const { sessions } = world.node.members;
    return { sessions, identifyStaff: async () => null, security: { origins: null } };
  }

  test('is declared by each route, or the server does not start', async () => {
    for (const config of [undefined, {}, { access: 'everyone' }]) {
      const http = Fastify() as unknown as Http;
      await installAuth(http, authDeps());
      http.route({ method: 'GET', url: '/open', handler: async () => 'x', config: config as never });
      await expect(http.ready()).rejects.toThrow('GET /open: a route must declare config.access');
    }
  });

  test('also by routes of plugins', async () => {
    const http = Fastify() as unknown as Http;
    await installAuth(http, authDeps());
    const plugin: FastifyPluginAsync = async (inner) => {
      inner.get('/inner', async () => 'x');
    };
    http.register(plugin);
    await expect(http.ready()).rejects.toThrow('/inner: a route must declare config.access');
  });

  test('may be declared by a scope for the plugin in it, and then counts', async () => {
    const http = Fastify() as unknown as Http;
    await installAuth(http, authDeps());
    const plugin: FastifyPluginAsync = async (inner) => {
      inner.get('/inner', async () => 'x');
    };
    for (const [prefix, access] of [
      ['/open', 'public'],
      ['/closed', 'member'],
    ] as const) {
      const scope: FastifyPluginAsync = async (inner) => {
        inner.addHook('onRoute', (route) => {
          route.config = { ...route.config, access };
        });
        await inner.register(plugin, { prefix });
      };
      http.register(scope);
    }
    installErrorHandling(http as never);
    await http.ready();
    expect((await http.inject({ url: '/open/inner' })).statusCode).toBe(200);
    expect((await http.inject({ url: '/closed/inner' })).statusCode).toBe(401);
    await http.close();
  });

  test('nobody calls a member route without a session', async () => {
    const answer = await call(world.node, 'GET', '/api/me');
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('signed-out');
    const head = await call(world.node, 'HEAD', '/api/me');
    expect(head.statusCode).toBe(401);
  });

  test('a public page is answered even when nobody can be asked who calls', async () => {
    const broken = await startNode(world.database);
    broken.members.sessions.identify = async () => {
      throw new Error('no database');
    };
    const cookie = member.cookie;
    expect((await call(broken, 'GET', '/api/agreement', { cookie })).statusCode).toBe(200);
    expect((await call(broken, 'GET', '/api/me', { cookie })).statusCode).toBe(500);
    await broken.close();
  });

  test('works the same over a real connection', async () => {
    const node = await startNode(world.database);
    const origin = await node.http.listen({ port: 0, host: '127.0.0.1' });
    const body = JSON.stringify({ userName: member.userName, password: 'a lantern in june' });
    const headers = { 'content-type': 'application/json', origin };
    const answer = await fetch(`${origin}/api/session`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = await fetch(`${origin}/api/me`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ userName: member.userName, restricted: false });
    const elsewhere = { ...headers, origin: 'http://127.0.0.1:1' };
    const refused = await fetch(`${origin}/api/session`, { method: 'POST', headers: elsewhere, body });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    await node.close();
  });
});
