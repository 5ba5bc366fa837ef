import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { IDENTITY_ROUTES } from '../../src/http/member/account/routes.ts';
import { addRoutes } from '../../src/http/shared/routes.ts';
import { identityMessagesRoute } from '../../src/http/webhooks/identity-messages.ts';
import { identityFault, setAdmissionRule } from '../../src/identity-checks/admission.ts';
import { correctRealName } from '../../src/members/persons/real-name.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import {
  goLive,
  hearIdentity,
  newsOf,
  openTestIdentity,
  showDocument,
  startOne,
  type TestIdentity,
} from '../kit/identity.ts';
import { FINANCE_PASSWORD } from '../kit/persons.ts';
import { makeReady, openWallet, serveWallet, type TestWallet } from '../kit/wallet.ts';

const RULE = { ageMin: 18, countries: ['MN', 'DE'], registerHours: null };

let club: Club;
let wallet: TestWallet;
let identity: TestIdentity;
let server: { address: string; stop(): Promise<void> };
let table: OpenTable;
let mira: SignedIn;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-3600', periodSeconds: 3_600 });
  wallet = await openWallet(club);
  identity = openTestIdentity(club, wallet);
  await goLive(club, RULE);
  server = await serveWallet(club, wallet, (http, security) => {
    addRoutes(http, IDENTITY_ROUTES, { identity: identity.deps, security });
    identityMessagesRoute(http, { identity: identity.deps });
  });
});
beforeEach(async () => {
  await transaction(club.api, (tx) => setAdmissionRule(tx, RULE));
  mira = await readyMember();
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

/** A member who lacks only the identity check. */
async function readyMember(): Promise<SignedIn> {
  const member = await club.member();
  await makeReady(club, wallet, member);
  return signIn(club, member);
}

async function codeOf(answer: Response): Promise<string> {
  return answer.ok ? 'done' : ((await answer.json()) as { code: string }).code;
}

async function bet(member = mira): Promise<string> {
  return club.place(member, table, [{ bet: 'big', stakeMinor: 1_000n }]).then(
    ({ verdict }) => verdict.code,
    (error: { code: string }) => error.code,
  );
}

const headers = () => ({ 'idempotency-key': randomUUID() });

async function topUp(member = mira): Promise<string> {
  const body = { amountMinor: '1000' };
  return codeOf(await call(server, '/api/me/top-ups', { body, cookie: member.cookie, headers: headers() }));
}

async function withdrawAll(member = mira): Promise<string> {
  const { rows } = await club.owner.query('select available from ledger.balance where member_id = $1', [
    member.memberId,
  ]);
  const body = { amountMinor: String(rows[0].available), financePassword: FINANCE_PASSWORD };
  return codeOf(await call(server, '/api/me/withdrawals', { body, cookie: member.cookie, headers: headers() }));
}

const doors = async (member = mira) => [await bet(member), await topUp(member)];

describe('house rule 5: in a live house a top-up and a bet ask who the member is, and a withdrawal never does', () => {
  test('before anything is shown, both are closed and the way out is open', async () => {
    expect(await doors()).toEqual(['identity-needed', 'identity-needed']);
    const wallet = await call(server, '/api/me/wallet', { cookie: mira.cookie });
    expect(await wallet.json()).toMatchObject({ topUp: { open: false, reason: 'identity-needed' } });
    expect(await withdrawAll()).toBe('done');
  });

  test('once it is verified both are open', async () => {
    await showDocument(club, identity, mira);
    expect(await doors()).toEqual(['accepted', 'done']);
    expect(await withdrawAll()).toBe('done');
  });

  test.each([
    ['declined by the provider', { kind: 'declined', reason: 'suspected-fraud' }],
    ['looked at', { kind: 'pending' }],
    ['run out', { kind: 'expired' }],
  ] as const)('a check that is %s opens neither, and does not close the way out', async (_name, news) => {
    await hearIdentity(club, identity, newsOf(club, await startOne(identity, mira), news));
    expect(await doors()).toEqual(['identity-needed', 'identity-needed']);
    expect(await withdrawAll()).toBe('done');
  });

  test('one that is declined after it was verified closes them again, and the whole balance can go', async () => {
    const reference = await showDocument(club, identity, mira);
    expect(await bet()).toBe('accepted');
    const later = club.clock.nowMs() + 1_000;
    await hearIdentity(club, identity, newsOf(club, reference, { kind: 'declined', reason: 'other' }, later));
    expect(await doors()).toEqual(['identity-needed', 'identity-needed']);
    expect(await withdrawAll()).toBe('done');
  });

  test('one whose document ran out has lapsed, and the whole balance can go', async () => {
    const startMs = club.clock.nowMs();
    const goodUntil = new Date(startMs + 2 * DAY_MS).toISOString().slice(0, 10);
    await showDocument(club, identity, mira, { goodUntil });
    expect(await identityFault(club.db, mira)).toBeNull();
    await club.clock.set(startMs + 2 * DAY_MS);
    expect(await identityFault(club.db, mira)).toBeNull();
    await club.clock.set(startMs + 3 * DAY_MS);
    expect(await identityFault(club.db, mira)).toBe('identity-needed');
    const answer = await call(server, '/api/me/identity', { cookie: mira.cookie });
    expect(await answer.json()).toMatchObject({ asked: true, state: 'lapsed', fault: 'identity-needed' });
    expect(await withdrawAll()).toBe('done');
    await club.at(startMs);
  });

  test('a name that was corrected since asks for another check', async () => {
    await showDocument(club, identity, mira);
    await transaction(club.api, (tx) => correctRealName(tx, mira, 'Ana Maria Petrova', randomUUID()));
    expect(await doors()).toEqual(['identity-needed', 'identity-needed']);
    await showDocument(club, identity, mira, { realName: 'Petrova Ana Maria' });
    expect(await bet()).toBe('accepted');
  });

  test('countries and age are those in force now, on the clock’s date', async () => {
    await showDocument(club, identity, mira);
    await transaction(club.api, (tx) => setAdmissionRule(tx, { ...RULE, countries: ['DE'] }));
    expect(await doors()).toEqual(['country-not-served', 'country-not-served']);
    await showDocument(club, identity, mira, { country: 'DE' });
    expect(await bet()).toBe('accepted');
    await transaction(club.api, (tx) => setAdmissionRule(tx, { ...RULE, ageMin: 60, countries: ['MN'] }));
    expect(await doors()).toEqual(['too-young', 'too-young']);
    expect(await withdrawAll()).toBe('done');
  });

  test('a slip that waits behind a "no" finds it: what is decided between is not passed', async () => {
    const reference = await showDocument(club, identity, mira);
    const no = newsOf(club, reference, { kind: 'declined', reason: 'other' }, club.clock.nowMs() + 1_000);
    const [first] = await Promise.all([hearIdentity(club, identity, no).then(() => bet()), bet(), bet(), bet()]);
    expect(first).toBe('identity-needed');
    const { rows } = await club.owner.query(
      `select 1 from lottery.slip s join members.identity_check c on c.bucket = s.bucket and c.member_id = s.member_id
       where s.member_id = $1 and s.accepted_ms > extract(epoch from c.ended_at) * 1000 + 1`,
      [mira.memberId],
    );
    expect(rows).toHaveLength(0);
  });

  test('a member who cannot pass is told so by the check itself', async () => {
    const answer = await call(server, '/api/me/identity', { method: 'POST', cookie: mira.cookie, body: {} });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ asked: true, available: true, state: 'started', url: expect.stringMatching(/^http/) }),
    ]);
  });
});

test('a live house without a rule of admission lets nobody in; a play house asks nobody', async () => {
  const other = await openClub();
  try {
    const tester = await other.member();
    expect(await identityFault(other.db, tester)).toBeNull();
    await other.owner.query(`update house.house set mode = 'live'`);
    expect(await identityFault(other.db, tester)).toBe('identity-needed');
    expect(await identityFault(other.db, { bucket: 0, memberId: randomUUID() })).toBe('identity-needed');
  } finally {
    await other.close();
  }
});
