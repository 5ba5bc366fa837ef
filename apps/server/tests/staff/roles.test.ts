import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Fastify, { type RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { diskStore } from '../../src/adapters/storage/disk.ts';
import { openStaff } from '../../src/app/staff.ts';
import { openWallet } from '../../src/app/wallet.ts';
import { transaction } from '../../src/db/transaction.ts';
import { readHouse } from '../../src/house/house.ts';
import { installAuth } from '../../src/http/auth.ts';
import { addConsoleRoutes } from '../../src/http/console/routes.ts';
import type { Http } from '../../src/http/http.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { createStaffHubs } from '../../src/http/live/staff-hubs.ts';
import { meRoute } from '../../src/http/member/account/me.ts';
import { createSelfCheck } from '../../src/integrity/self-check.ts';
import { CURRENT_AGREEMENT } from '../../src/members/account/agreement.ts';
import { loadPersonKey } from '../../src/members/persons/person-keys.ts';
import { ATTEMPT_LIMITS } from '../../src/members/sessions/attempts.ts';
import { MEMBER_IDLE_MS } from '../../src/members/sessions/idle-lock.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { loadPepper } from '../../src/members/sessions/pepper.ts';
import { createSessions } from '../../src/members/sessions/sessions.ts';
import { openLog } from '../../src/process/log.ts';
import { disableStaff } from '../../src/staff/accounts.ts';
import { ROLES, type Role } from '../../src/staff/roles.ts';
import { identifyStaff } from '../../src/staff/sessions.ts';
import { configOf, makeKeys, signIn } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Club, openClub } from '../kit/club.ts';
import { macs } from '../kit/macs.ts';
import { type SignedInStaff, signedInStaff, TERMINAL } from '../kit/staff.ts';
import { CALLS_BY_ROLE } from './calls-by-role.ts';

const security = { origins: ['http://club.example'] };
const folder = temporaryFolder('tercet-roles-');

let club: Club;
let http: Http;
let memberCookie: string;
let suspendedCookie: string;
const declared: RouteOptions[] = [];
const staff = new Map<Role, SignedInStaff>();

beforeAll(async () => {
  club = await openClub();
  const house = await readHouse(club.db);
  if (!house) throw new Error('a club without a house');
  const sessions = createSessions(club.db, { cacheTtlMs: 0 });
  http = await createHttpServer({
    sessions,
    identifyStaff: (token, isUse) => identifyStaff(club.db, macs, token, isUse),
    security,
    log: openLog('silent'),
    trustProxy: false,
    reads: { perAddressMax: 1_000_000, perCallerMax: 1_000_000 },
  });
  http.addHook('onRoute', (route) => {
    declared.push(route);
  });
  const payments = await openWallet(configOf(club, makeKeys(folder.path)), club.api, house);
  const passwords = createPasswords();
  const members = {
    db: club.api,
    passwords,
    pepper: await loadPepper(folder.path),
    personKey: await loadPersonKey(folder.path),
    sessions,
    limits: ATTEMPT_LIMITS,
    idleMs: MEMBER_IDLE_MS,
    reservedNames: { house: '', roles: [], staff: async () => [] },
    house: { ageMin: 18, agreementVersion: CURRENT_AGREEMENT, funds: null },
  };
  const acts = openStaff(club.api, house, passwords, payments);
  addConsoleRoutes(http, {
    ...{ db: club.api, house, members, payments, security, people: payments.people },
    staff: acts,
    catalogue: club.catalogue,
    films: diskStore(join(folder.path, 'films')),
    // No clients permitted: a stream that opens would never end.
    staffHubs: createStaffHubs(0),
    membersOrigin: null,
    selfCheck: createSelfCheck({ memberApp: null, consoleApp: null, log: openLog('silent') }),
  });
  meRoute(http, { members });
  await http.ready();
  for (const role of ROLES) staff.set(role, await signedInStaff(club, role));
  memberCookie = (await signIn(club, await club.member())).cookie;
  suspendedCookie = (await signIn(club, await club.member(), true)).cookie;
});
afterAll(async () => {
  await http.close();
  await club.close();
  folder.remove();
});

interface StaffRoute {
  name: string;
  method: string;
  url: string;
  roles: readonly Role[];
}

/** The routes that were declared when the server started. */
function staffRoutes(): StaffRoute[] {
  return declared
    .filter(({ config }) => config?.access === 'staff')
    .map(({ method, url, config }) => ({
      name: `${method} ${url}`,
      method: String(method),
      url,
      roles: config?.roles ?? [],
    }));
}

async function send({ method, url }: Pick<StaffRoute, 'method' | 'url'>, cookie?: string, origin?: string) {
  const answer = await http.inject({
    method: method as 'GET',
    url: url.replaceAll(/:\w+/g, () => randomUUID()),
    headers: {
      host: 'club.example',
      origin: origin ?? 'http://club.example',
      ...(cookie === undefined ? {} : { cookie, ...callerHeader(url, cookie) }),
    },
    ...(method === 'GET' || method === 'HEAD' ? {} : { payload: {} }),
  });
  const code = answer.body.startsWith('{') ? (answer.json().code as string | undefined) : undefined;
  return { status: answer.statusCode, code };
}

test('all that lies under /api/console is for the staff, but for signing in and out', () => {
  const console = declared.filter(({ url }) => url.startsWith('/api/console/'));
  const others = console
    .filter(({ config }) => config?.access !== 'staff')
    .map(({ method, url }) => `${method} ${url}`);
  expect(others).toEqual([
    'POST /api/console/session',
    'DELETE /api/console/session',
    'POST /api/console/session/challenge',
    'POST /api/console/session/passkey',
  ]);
  expect(staffRoutes().every(({ url }) => url.startsWith('/api/console/'))).toBe(true);
  expect(staffRoutes().length).toBeGreaterThan(3);
});

test('each call is for whom it is written down to be for', () => {
  const found = staffRoutes()
    .filter(({ method }) => method !== 'HEAD')
    .map(({ name, roles }) => [name, [...roles].sort()]);
  const written = Object.entries(CALLS_BY_ROLE).map(([name, roles]) => [name, [...roles].sort()]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(written));
});

describe.each(ROLES)('%s', (role) => {
  test('is let through where the route lists the role, and nowhere else', async () => {
    const { cookie } = staff.get(role) as SignedInStaff;
    for (const route of staffRoutes()) {
      const { status, code } = await send(route, cookie);
      const isRefused = status === 401 || code === 'forbidden' || (route.method === 'HEAD' && status === 403);
      expect(isRefused, `${route.name}: ${status} ${code}`).toBe(!route.roles.includes(role));
    }
  });
});

test('no route takes a visitor, a member, a stranger’s token or a page of another site', async () => {
  const { cookie } = staff.get('owner') as SignedInStaff;
  const token = cookie.split('=')[1];
  for (const route of staffRoutes()) {
    const strangers = [
      undefined,
      memberCookie,
      suspendedCookie,
      `tercet=${token}`,
      `tercet-staff=${'A'.repeat(43)}`,
      'tercet-staff=',
    ];
    for (const stranger of strangers) expect((await send(route, stranger)).status, route.name).toBe(401);
    const isWrite = route.method !== 'GET' && route.method !== 'HEAD';
    if (!isWrite) continue;
    for (const { cookie: own } of staff.values()) {
      expect(await send(route, own, 'http://evil.example')).toEqual({ status: 403, code: 'forbidden-origin' });
    }
  }
});

test('a session of the staff opens nothing that is a member’s', async () => {
  const { cookie } = staff.get('owner') as SignedInStaff;
  for (const name of ['tercet-staff', 'tercet']) {
    expect((await send({ method: 'GET', url: '/api/me' }, cookie.replace('tercet-staff', name))).status).toBe(401);
  }
  expect((await send({ method: 'GET', url: '/api/me' }, memberCookie)).status).toBe(200);
});

test('an auditor reads everything and changes nothing; who owns the house does not review', () => {
  // All roles may change what concerns only themselves, such as passkeys, and what the console shows them.
  const isOwn = (url: string) => /^\/api\/console\/(me|step-up|list-views|list-choices)\b/.test(url);
  for (const { name, method, url, roles } of staffRoutes()) {
    if (isOwn(url)) expect(roles, name).toEqual(ROLES);
    else if (method === 'GET') expect(roles, name).toContain('auditor');
    else if (method !== 'HEAD') expect(roles, name).not.toContain('auditor');
    // Money reviews. Reviews of hosts move no money.
    const isReview =
      /\/(claim|release|approve|refuse|credit|refund|corrections)$/.test(url) && !url.includes('/hosts/');
    if (isReview) expect(roles, name).toEqual(['finance']);
  }
});

test('these acts, and no others, ask for a proof of presence', () => {
  const dangerous = declared
    .filter(({ method, config }) => config?.stepUp && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.replace('/api/console/', '').replace('members/:memberId/', '')}`);
  expect(dangerous.sort()).toEqual([
    'DELETE me/passkeys/:id',
    'GET audit.csv',
    'GET complaints.csv',
    'GET desk/threads.csv',
    'GET formal-complaints.csv',
    'GET host-reports.csv',
    'GET hosts.csv',
    'GET members.csv',
    'GET payments.csv',
    'GET proposals.csv',
    'GET purchases.csv',
    'GET videos.csv',
    'GET withdrawals.csv',
    'PATCH video-classes/:id',
    'PATCH videos/:id',
    'POST banners',
    'POST closure',
    'POST corrections',
    'POST exclusion',
    'POST finance-password-reset',
    'POST hosts/:id/link',
    'POST hosts/:id/remove',
    'POST hosts/:id/show',
    'POST hosts/:id/verifications',
    'POST hosts/:id/verifications/:verificationId/confirm',
    'POST legal-holds',
    'POST legal-holds/:id/confirm',
    'POST lotteries',
    'POST lotteries/:key/retirement',
    'POST lotteries/:key/tables',
    'POST lottery-classes',
    'POST me/passkeys',
    'POST me/passkeys/challenge',
    'POST me/password',
    'POST money-rule',
    'POST notices',
    'POST payee-permit',
    'POST payment-logos',
    'POST payments/:id/credit',
    'POST payments/:id/refund',
    'POST proposals/:id/confirm',
    'POST purchases/:memberId/:id/refund',
    'POST real-name',
    'POST reopenings',
    'POST service/url',
    'POST service/url/withdraw',
    'POST staff',
    'POST staff/:staffId/disable',
    'POST staff/:staffId/role',
    'POST staff/:staffId/second-factor',
    'POST stops',
    'POST stops/end',
    'POST suspension',
    'POST video-classes',
    'POST video-terms',
    'POST videos/:id/films',
    'POST videos/:id/publish',
    'POST visitor-threads/:id/decide',
    'POST withdrawals/:id/refuse',
    'PUT banners/:id',
    'PUT banners/:id/picture',
    'PUT face',
    'PUT face/logo',
    'PUT films/:id/captions/:locale',
    'PUT lottery-classes/:key',
    'PUT notices/:id/texts',
    'PUT payment-logos/:id',
    'PUT payment-logos/:id/picture',
    'PUT service',
    'PUT videos/:id/cover',
  ]);
});

test('who is disabled is out with his next call', async () => {
  const fired = await signedInStaff(club, 'owner');
  const me = { method: 'GET', url: '/api/console/me' };
  expect((await send(me, fired.cookie)).status).toBe(200);
  await transaction(club.db, (tx) => disableStaff(tx, macs, { name: fired.name }, TERMINAL));
  expect((await send(me, fired.cookie)).status).toBe(401);
});

describe('a staff route', () => {
  test.each([
    ['without roles', { access: 'staff' }],
    ['with an empty list of roles', { access: 'staff', roles: [] }],
    ['with a role that nobody has', { access: 'staff', roles: ['finance', 'king'] }],
    ['that is one by its roles alone', { access: 'member', roles: ['finance'] }],
    ['that is one by its proof of presence alone', { access: 'member', stepUp: true }],
    ['that is one by the password that it sets alone', { access: 'member', setsPassword: true }],
  ])('%s keeps the server from starting', async (_, config) => {
    const bare = Fastify() as unknown as Http;
    await installAuth(bare, { sessions: createSessions(club.db), identifyStaff: async () => null, security });
    bare.route({ method: 'GET', url: '/open', handler: async () => 'x', config: config as never });
    await expect(bare.ready()).rejects.toThrow('GET /open:');
  });
});
