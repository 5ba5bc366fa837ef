import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { CALLER_HEADER } from '../../src/http/shared/caller-header.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';
import { CALLS } from './calls.ts';
import { type Call, call, openServer, type SignedIn, signIn, type TestServer } from './server.ts';

// All tabs of a browser share a cookie. A page of one member must not act in the session of another.

let club: Club;
let server: TestServer;
let mira: SignedIn;
let anton: SignedIn;
let olga: SignedInStaff;
let ada: SignedInStaff;
beforeAll(async () => {
  club = await openClub();
  await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  server = await openServer(club);
  mira = await signIn(club, await club.member());
  anton = await signIn(club, await club.member());
  olga = await signedInStaff(club, 'owner');
  ada = await signedInStaff(club, 'auditor');
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

/** Number of operations that `npm test` tries per rule. */
const CALLS_TRIED = 40;
/** Public writes that do not use the session. */
const FOR_NOBODY = [
  /^\/api\/(members|session|recover|recovery-requests|visitor-threads)$/,
  /^\/api\/console\/session(\/challenge|\/passkey)?$/,
  /^\/api\/(host-link|visitor-thread|webhooks)\//,
  /^\/api\/draws\/.*\/signature$/,
];

const filled = (path: string) => path.replaceAll(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000');
const isForNobody = ([method, path]: (typeof CALLS)[number]) =>
  method === 'post' || method === 'put' ? FOR_NOBODY.some((pattern) => pattern.test(path)) : false;
const WRITES = sampleOf(
  CALLS.filter((one) => one[0] !== 'get' && !isForNobody(one)),
  CALLS_TRIED,
);
const READS = sampleOf(
  CALLS.filter(([method]) => method === 'get'),
  CALLS_TRIED,
);

/** The session cookie of a call, its account, and the account of another page. */
function of(path: string): { cookie: string; own: string; other: string; name: string } {
  if (path.startsWith('/api/console/')) return { cookie: olga.cookie, own: olga.id, other: ada.id, name: olga.name };
  return { cookie: anton.cookie, own: anton.memberId, other: mira.memberId, name: anton.userName };
}

async function answerTo(path: string, options: Call): Promise<{ status: number; code: unknown; params: unknown }> {
  const answer = await call(server, path, options);
  const body = (await answer.json().catch(() => ({}))) as { code?: string; params?: object };
  return { status: answer.status, code: body.code, params: body.params };
}

/** Malformed JSON, which fails if the server parses the body. */
const UNREAD = '{';

describe('every write for whoever is signed in', () => {
  test.each(WRITES)('%s %s is refused where its page names nobody', async (method, path) => {
    // Without the header that the kit adds by default.
    const headers = { cookie: of(path).cookie, 'content-type': 'application/json' };
    const sent = { method: method.toUpperCase(), headers, body: UNREAD };
    expect(await answerTo(filled(path), sent)).toEqual({ status: 400, code: 'caller-needed', params: {} });
  });

  test.each(WRITES)('%s %s is refused, unread, where its page is of another account', async (method, path) => {
    const { cookie, other, name } = of(path);
    for (const where of ['header', 'query']) {
      const headers = { ...(where === 'header' && { [CALLER_HEADER]: other }), cookie };
      const url = where === 'header' ? filled(path) : `${filled(path)}?caller=${other}`;
      const sent = { method: method.toUpperCase(), headers, body: UNREAD };
      expect(await answerTo(url, sent)).toEqual({ status: 409, code: 'caller-changed', params: { name } });
    }
  });

  test.each(WRITES)('%s %s is heard from a page of its own account', async (method, path) => {
    const { cookie, own } = of(path);
    const sent = { method: method.toUpperCase(), headers: { cookie, [CALLER_HEADER]: own }, body: UNREAD };
    // Do not end the sessions, which other tests need.
    const answer = path.endsWith('/session') ? null : await answerTo(filled(path), sent);
    expect(['caller-needed', 'caller-changed']).not.toContain(answer?.code);
  });
});

describe('every read', () => {
  test.each(READS)('%s %s is refused to a page of another account', async (_, path) => {
    const { cookie, other, name } = of(path);
    const refused = { status: 409, code: 'caller-changed', params: { name } };
    expect(await answerTo(filled(path), { headers: { cookie, [CALLER_HEADER]: other } })).toEqual(refused);
    expect(await answerTo(`${filled(path)}?caller=${other}`, { headers: { cookie } })).toEqual(refused);
  });

  test.each(READS.filter(([, path]) => !path.endsWith('/stream')))(
    '%s %s may name its caller in its address, which the route does not see',
    async (_, path) => {
      const { cookie, own } = of(path);
      const plain = await answerTo(filled(path), { headers: { cookie } });
      const named = await answerTo(`${filled(path)}?caller=${own}`, { headers: { cookie } });
      expect([named.status, named.code]).toEqual([plain.status, plain.code]);
    },
  );
});

describe('a call', () => {
  test('that names two accounts, or one twice in its address, is unreadable', async () => {
    const headers = { cookie: anton.cookie, [CALLER_HEADER]: anton.memberId };
    expect((await answerTo(`/api/me?caller=${mira.memberId}`, { headers })).code).toBe('invalid-body');
    expect((await answerTo(`/api/me?caller=${mira.memberId}&caller=${mira.memberId}`, { headers })).code).toBe(
      'invalid-body',
    );
  });

  test('without a session is answered as without a name', async () => {
    const headers = { [CALLER_HEADER]: mira.memberId };
    expect((await answerTo('/api/house', { headers })).status).toBe(200);
    expect((await answerTo('/api/me', { headers })).code).toBe('signed-out');
    expect((await answerTo('/api/slips', { headers, method: 'POST', body: UNREAD })).code).toBe('signed-out');
  });

  test('of a page of a member who may no longer play is held to the same', async () => {
    const left = await signIn(club, await club.member(), true);
    const sent = { method: 'POST', body: UNREAD, headers: { cookie: left.cookie } };
    expect((await answerTo('/api/me/withdrawals', sent)).code).toBe('caller-needed');
    const named = { ...sent, headers: { cookie: left.cookie, [CALLER_HEADER]: mira.memberId } };
    expect((await answerTo('/api/me/withdrawals', named)).code).toBe('caller-changed');
  });

  test('that does nothing for whoever is signed in needs no name', async () => {
    for (const one of CALLS.filter(isForNobody)) {
      const [method, path] = one;
      const sent = { method: method.toUpperCase(), headers: { cookie: of(path).cookie }, body: UNREAD };
      expect((await answerTo(filled(path), sent)).code, path).not.toBe('caller-needed');
    }
  });
});

describe('a page of one member', () => {
  test('cannot bet from the balance of another', async () => {
    const before = await balanceOf(anton);
    const { cookie } = anton;
    const headers = { cookie, [CALLER_HEADER]: mira.memberId, 'idempotency-key': crypto.randomUUID() };
    const bet = { drawId: 'dice-60/1', tableHash: '0'.repeat(64), selections: [{ bet: 'big', stakeMinor: '100' }] };
    expect((await answerTo('/api/slips', { body: bet, headers })).code).toBe('caller-changed');
    expect(await balanceOf(anton)).toBe(before);
  });

  test('cannot sign another out', async () => {
    const headers = { cookie: anton.cookie, [CALLER_HEADER]: mira.memberId };
    expect((await answerTo('/api/session', { method: 'DELETE', headers })).code).toBe('caller-changed');
    expect((await answerTo('/api/me', { cookie: anton.cookie })).status).toBe(200);
  });
});

async function balanceOf({ memberId }: SignedIn): Promise<string> {
  const { rows } = await club.owner.query('select available from ledger.balance where member_id = $1', [memberId]);
  return rows[0].available;
}
