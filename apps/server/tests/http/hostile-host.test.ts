import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBanks } from '../../../../dev/play-house/seed-banks.ts';
import { startSandbox } from '../../../../dev/sandbox/sandbox.ts';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { readPdf } from '../kit/pdf.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';
import { CALLS } from './calls.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from './server.ts';

// A house without a configured origin. The client chooses the `Host` header, which must appear in no answer.

/** Number of operations that `npm test` tries per way. */
const CALLS_TRIED = 40;
const EVIL = 'evil.example';
const SECRET = 'the secret of a provider that only pretends';
const folder = temporaryFolder('tercet-host-');

let club: Club;
let server: TestServer;
let behindProxy: TestServer;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let mira: SignedIn;
let olga: SignedInStaff;
let slipId: string;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  await seedBanks(club.db);
  sandbox = await startSandbox({ dataDir: folder.path, secret: SECRET, port: 0, host: '127.0.0.1' });
  const payments = { kind: 'sandbox', url: sandbox.url, secret: SECRET } as const;
  server = await openServer(club, { payments });
  behindProxy = await openServer(club, { payments, trustProxy: '127.0.0.1' });
  mira = await signIn(club, await club.member());
  olga = await signedInStaff(club, 'owner');
  const placed = await placeOver(server, mira, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]));
  slipId = ((await placed.json()) as { slip: { id: string } }).slip.id;
}, 60_000);

/** A new member with a bet. */
async function playing(): Promise<{ member: SignedIn; ref: string }> {
  const member = await signIn(club, await club.member());
  const placed = await placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]));
  return { member, ref: ((await placed.json()) as { slip: { id: string } }).slip.id };
}
afterAll(async () => {
  await server.stop();
  await behindProxy.stop();
  await sandbox.close();
  await club.close();
  folder.remove();
});

/** Ways to claim another host name. */
const WAYS: [string, (path: string) => { target: string; headers: Record<string, string> }][] = [
  ['Host', (path) => ({ target: path, headers: { host: EVIL, origin: `http://${EVIL}` } })],
  [
    'a Host with a port',
    (path) => ({ target: path, headers: { host: `${EVIL}:8080`, origin: `http://${EVIL}:8080` } }),
  ],
  [
    'headers of a proxy',
    (path) => ({
      target: path,
      headers: {
        host: '127.0.0.1',
        origin: `https://${EVIL}`,
        'x-forwarded-host': EVIL,
        'x-forwarded-proto': 'https',
        forwarded: `for=192.0.2.1;host=${EVIL};proto=https`,
        'x-original-host': EVIL,
        'x-host': EVIL,
      },
    }),
  ],
  [
    'the whole address as target',
    (path) => ({ target: `http://${EVIL}${path}`, headers: { host: EVIL, origin: `http://${EVIL}` } }),
  ],
];

/** All received bytes. */
async function answerOf(
  at: TestServer,
  method: string,
  target: string,
  headers: Record<string, string>,
): Promise<Buffer> {
  const { hostname, port } = new URL(at.address);
  const bodied = method !== 'GET';
  const body = { 'content-type': 'application/json', 'content-length': '2' };
  const head = { ...headers, connection: 'close', ...(bodied && body) };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${bodied ? '{}' : ''}`);
    });
    // Event streams never end.
    if (target.includes('stream')) setTimeout(() => socket.destroy(), 300);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

const filled = (path: string) =>
  path
    .replace('{month}', new Date(club.clock.nowMs()).toISOString().slice(0, 7))
    .replace('{ref}', slipId)
    .replace('{key}', 'dice-60')
    .replaceAll(/\{[^}]+\}/g, slipId);

function cookieFor(path: string): string {
  return onBoth(path.startsWith('/api/console/') ? olga.cookie : mira.cookie);
}

/** The cookie with its names for plain HTTP and for TLS. */
function onBoth(cookie: string): string {
  return `${cookie}; __Host-${cookie}`;
}

describe.each(WAYS)('a hostile %s', (_, way) => {
  test.each(sampleOf(CALLS, CALLS_TRIED))('comes back from no answer to %s %s', async (method, path) => {
    // These end sessions that other tests need.
    if (/session|end-others|erase|closure$/.test(path) && method !== 'get') return;
    const { target, headers } = way(filled(path));
    const cookie = cookieFor(path);
    for (const at of [server, behindProxy]) {
      const own = { cookie, ...callerHeader(path, cookie), 'idempotency-key': crypto.randomUUID() };
      const answer = (await answerOf(at, method.toUpperCase(), target, { ...headers, ...own })).toString('latin1');
      expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
      expect(answer.toLowerCase()).not.toContain('evil');
    }
  });

  test.each(['/', '/Home', '/Nowhere', '/console', '/assets/none.js', '/robots.txt', '/../x', '/%2e%2e'])(
    'nor from %s',
    async (path) => {
      const { target, headers } = way(path);
      const answer = await answerOf(behindProxy, 'GET', target, headers);
      expect(answer.toString('latin1').toLowerCase()).not.toContain('evil');
    },
  );
});

describe.each(WAYS)('a document that is asked for by a hostile %s', (_, way) => {
  test.each(['receipts/{ref}.pdf?kind=stake', 'statement/{month}.pdf'])('names it nowhere: %s', async (file) => {
    const { member, ref } = await playing();
    const month = new Date(club.clock.nowMs()).toISOString().slice(0, 7);
    const { target, headers } = way(`/api/me/${file.replace('{ref}', ref).replace('{month}', month)}`);
    for (const at of [server, behindProxy]) {
      const answer = await answerOf(at, 'GET', target, { ...headers, cookie: onBoth(member.cookie) });
      const bytes = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
      const { text } = await readPdf(bytes.subarray(bytes.indexOf('%PDF'), bytes.lastIndexOf('%%EOF') + 5));
      expect(text.toLowerCase()).not.toContain('evil');
      // Without a configured origin, the text names no address.
      expect(text).toContain('Sign in at');
      expect(text).not.toContain('http');
    }
  });
});

describe('without an origin that was named', () => {
  test('what needs an address is refused to a name that is none of this machine’s', async () => {
    const host = `${EVIL}:80`;
    const challenge = await server.http.inject({
      method: 'POST',
      url: '/api/console/me/passkeys/challenge',
      headers: { host, origin: `http://${host}`, cookie: olga.cookie, ...callerHeader('/api/console', olga.cookie) },
      payload: {},
    });
    expect([challenge.statusCode, challenge.json().code]).toEqual([503, 'origin-unknown']);
    const field = await server.http.inject({
      method: 'POST',
      url: '/api/me/payee/card-field',
      headers: { host, origin: `http://${host}`, cookie: mira.cookie, ...callerHeader('/api/me', mira.cookie) },
      payload: {},
    });
    expect([field.statusCode, field.json().code]).toEqual([503, 'origin-unknown']);
  });

  test('the addresses at which it listens are known', async () => {
    const { host } = new URL(server.address);
    for (const here of [host, host.replace('127.0.0.1', 'localhost')]) {
      const headers = { host: here, origin: `http://${here}`, cookie: olga.cookie };
      const { statusCode, body } = await server.http.inject({
        method: 'POST',
        url: '/api/console/me/passkeys/challenge',
        headers: { ...headers, ...callerHeader('/api/console', olga.cookie) },
        payload: {},
      });
      expect([here, statusCode]).toEqual([here, 201]);
      expect(JSON.parse(body).options.rp.id).toBe(here.split(':')[0]);
    }
    const { member, ref } = await playing();
    const answer = await call(server, `/api/me/receipts/${ref}.pdf?kind=stake`, { cookie: member.cookie });
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(text).toContain(`${server.address}/Verify?draw=`);
  });
});
