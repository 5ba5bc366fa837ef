import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { transaction } from '../../src/db/transaction.ts';
import { createBanner, setBannerPicture } from '../../src/house/banners.ts';
import { type Club, openClub } from '../kit/club.ts';
import { signedInStaff } from '../kit/staff.ts';
import { call, openServer, type TestServer } from './server.ts';

// The console's page, on the members' origin or on its own.

const PAGE = '<!doctype html><meta name="style-nonce" content="__CSP_NONCE__"><title>Console</title>';
const folder = temporaryFolder('tercet-console-');
const built = join(folder.path, 'built');

const KEY = 'dice-60';

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  await club.openTable({ key: KEY, periodSeconds: 60 });
  server = await openServer(club, { consoleApp: built });
});
afterAll(async () => {
  await server.stop();
  await club.close();
  folder.remove();
});

function lay(): void {
  mkdirSync(join(built, 'assets'), { recursive: true });
  writeFileSync(join(built, 'index.html'), PAGE);
  writeFileSync(join(built, 'assets/index-abc.js'), 'export {};');
}

test('is said to be on its way while it is being built, and is there once it is', async () => {
  const early = await call(server, '/console');
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '3']);
  expect(await early.text()).toContain('being built');
  lay();
  expect((await call(server, '/console')).status).toBe(200);
});

test('every address of it is its one page, with a number of its own for styles and for no cache', async () => {
  const nonces = new Set<string>();
  for (const path of ['/console', '/console/', '/console/withdrawals', '/console/withdrawals/a~b/show?x=1']) {
    const answer = await call(server, path);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'self'; script-src 'self'; style-src 'self' 'nonce-/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(await answer.text()).toBe(PAGE.replace('__CSP_NONCE__', nonce));
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

test('its files are kept for ever; what is none is not there, nor anything beside them', async () => {
  const file = await call(server, '/console/assets/index-abc.js');
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  const none = ['none.js', '', '../index.html', '%2e%2e/index.html', '..%2f..%2fetc/passwd', '../../.git/config'];
  for (const path of none) {
    const { status, body } = await asItStands(`/console/assets/${path}`);
    expect([path, status === 404 || status === 400]).toEqual([path, true]);
    expect([path, JSON.parse(body).status]).toEqual([path, status]);
  }
});

/** Requests a path unchanged; `fetch` would resolve `..`. */
function asItStands(path: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.address);
    get({ hostname, port, path }, async (answer) => {
      let body = '';
      for await (const part of answer.setEncoding('utf8')) body += part;
      resolve({ status: answer.statusCode, body });
    }).on('error', reject);
  });
}

test('a house without a console has none, and the members’ app does not stand in for it', async () => {
  const bare = await openServer(club);
  for (const path of ['/console', '/console/', '/console/withdrawals']) {
    expect([path, (await call(bare, path)).status]).toEqual([path, 404]);
  }
  await bare.stop();
});

describe('on an origin of its own', () => {
  const CONSOLE = 'https://console.club.example';
  const MEMBERS = 'https://club.example';
  let apart: TestServer;
  beforeAll(async () => {
    apart = await openServer(club, { consoleApp: built, consoleOrigin: CONSOLE, origins: [MEMBERS] });
  });
  afterAll(() => apart.stop());

  async function ask(
    path: string,
    at: string,
    more: { method?: 'POST' | 'GET'; origin?: string; cookie?: string } = {},
  ) {
    const { method = 'GET', origin = at, cookie } = more;
    const { statusCode, headers, body } = await apart.http.inject({
      method,
      url: path,
      headers: { host: new URL(at).host, origin, ...(cookie === undefined ? {} : { cookie }) },
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    return { status: statusCode, headers, code: body.startsWith('{') ? JSON.parse(body).code : undefined };
  }

  test('the page and the staff’s calls answer there, and nowhere else', async () => {
    const { cookie } = await signedInStaff(club, 'finance');
    const secure = cookie.replace('tercet-staff', '__Host-tercet-staff');
    for (const path of ['/console', '/console/withdrawals', '/console/assets/index-abc.js']) {
      expect([path, (await ask(path, CONSOLE)).status]).toEqual([path, 200]);
      expect([path, (await ask(path, MEMBERS)).status]).toEqual([path, 404]);
    }
    expect((await ask('/api/console/me', CONSOLE, { cookie: secure })).status).toBe(200);
    expect((await ask('/api/console/me', CONSOLE, { cookie })).status).toBe(401);
    expect((await ask('/api/console/me', MEMBERS, { cookie: secure })).status).toBe(404);
    expect((await ask('/api/%63onsole/me', MEMBERS, { cookie: secure })).status).toBe(404);
    expect((await ask('/api/console/session', MEMBERS, { method: 'POST' })).status).toBe(404);
  });

  test('the members’ pages and calls do not answer there, but for what both need', async () => {
    for (const path of ['/', '/Home', '/Login', '/icon.svg', '/api/me', '/api/lotteries']) {
      expect([path, (await ask(path, CONSOLE)).status]).toEqual([path, 404]);
    }
    expect((await ask('/api/session', CONSOLE, { method: 'POST' })).status).toBe(404);
    expect((await ask('/api/health', CONSOLE)).status).not.toBe(404);
    // The public data behind its figures.
    expect((await ask('/api/book/liabilities', CONSOLE)).status).toBe(200);
    for (const rows of ['', '/draws']) {
      expect([rows, (await ask(`/api/lotteries/${KEY}${rows}`, CONSOLE)).status]).toEqual([rows, 200]);
    }
    expect((await ask('/Home', MEMBERS)).status).toBe(200);
  });

  test('the picture of a banner is shown there, too, to who has sent it', async () => {
    const words = { title: 'The book is open', text: '' };
    const plan = { words, texts: {}, link: null, position: 0, made: null, from: null, until: null };
    const { id } = await transaction(club.api, async (tx) =>
      setBannerPicture(tx, (await createBanner(tx, plan)).id, Buffer.from('a picture')),
    );
    for (const at of [CONSOLE, MEMBERS]) expect((await ask(`/api/banners/${id}/picture`, at)).status).toBe(200);
  });

  test('a write comes from its pages alone, and its cookie is for its host over TLS', async () => {
    const from = (origin: string) => ask('/api/console/session', CONSOLE, { method: 'POST', origin });
    expect((await from(MEMBERS)).code).toBe('forbidden-origin');
    expect((await from('https://evil.example')).code).toBe('forbidden-origin');
    expect((await from(CONSOLE)).status).toBe(400);
    expect((await ask('/console', CONSOLE)).headers['strict-transport-security']).toMatch(/max-age/);
  });

  test('passkeys are made for its host', async () => {
    const answer = await apart.http.inject({
      method: 'POST',
      url: '/api/console/session/challenge',
      headers: { host: 'console.club.example', origin: CONSOLE },
    });
    expect(answer.json().options.rpId).toBe('console.club.example');
  });
});
