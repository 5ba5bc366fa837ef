import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record } from '../../src/audit/audit.ts';
import { transaction } from '../../src/db/transaction.ts';
import { suspend } from '../../src/members/account/suspensions.ts';
import { submitWithdrawal } from '../../src/payments/withdrawals/withdrawals.ts';
import { advance } from '../draw/drawing.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { postMany, transferOf } from '../kit/money.ts';
import { addStaff } from '../kit/staff.ts';
import { makeReady, openWallet, startOne, type TestWallet } from '../kit/wallet.ts';

const EVIL = `</td><script>alert("x")</script>'&`;

let club: Club;
let wallet: TestWallet;
let table: OpenTable;
let server: TestServer;
let mira: SignedIn;
let tomas: SignedIn;

beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  server = await openServer(club);
  mira = await fullMember();
  tomas = await fullMember();
  const { locks, draws } = table.schedule();
  await club.at(locks * 1_000);
  await advance(club, table);
  await club.at(draws * 1_000);
  await advance(club, table);
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

/** A member with rows in most tables. */
async function fullMember(): Promise<SignedIn> {
  const member = await signIn(club, await club.member({ credits: 100_000n }));
  await makeReady(club, wallet, member);
  await startOne(wallet, member, 1_000n);
  await transaction(club.api, (tx) =>
    submitWithdrawal(tx, wallet.payments, member, { key: member.memberId, amount: 1_500n }),
  );
  await club.place(member, table, [
    { bet: 'big', stakeMinor: 1_000n },
    { bet: 's7', stakeMinor: 250n },
  ]);
  const staff = await addStaff(club, 'support');
  await transaction(club.api, (tx) =>
    record(tx, { staff, act: 'payee-permit', why: EVIL, member, before: null, after: null, address: '192.0.2.9' }),
  );
  return member;
}

interface File {
  format: string;
  memberId: string;
  retention: { kind: string; years: number | null }[];
  leftOut: Record<string, string>;
  data: Record<string, Record<string, unknown>[]>;
  complete: boolean;
}

async function fileOf(member: SignedIn): Promise<File> {
  const answer = await call(server, '/api/me/data.json', { cookie: member.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as File;
}

describe('the JSON file', () => {
  test('has what is held, part by part', async () => {
    const { memberId, data, retention, complete } = await fileOf(mira);
    expect([memberId, complete]).toEqual([mira.memberId, true]);
    expect(retention).toContainEqual(expect.objectContaining({ kind: 'money', years: 5 }));
    expect(data.account).toEqual([
      expect.objectContaining({ userName: mira.userName, birthDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }),
    ]);
    const given = ['privacy', 'rules', 'terms'].map((kind) => ({
      kind,
      version: expect.any(Number),
      at: expect.any(String),
    }));
    expect(data.consents).toEqual(expect.arrayContaining(given));
    expect(data.consents).toHaveLength(given.length);
    expect(data.realNames).toHaveLength(1);
    expect(data.financePassword).toEqual([{ setAt: expect.any(String), wrong: 0, locks: 0, lockedUntil: null }]);
    expect(data.sessions?.length).toBeGreaterThan(0);
    expect(data.payees).toEqual([expect.objectContaining({ masked: expect.stringMatching(/[•*]|\u2022/) })]);
    expect(data.topUps).toEqual([expect.objectContaining({ amountMinor: '1000', state: expect.any(String) })]);
    expect(data.withdrawals).toEqual([expect.objectContaining({ amountMinor: '1500' })]);
    expect(data.withdrawalSteps?.map(({ state }) => state)).toContain('submitted');
    expect(data.balance).toEqual([expect.objectContaining({ heldMinor: '1500' })]);
    expect(data.messages?.map(({ kind }) => kind)).toContain('withdrawal-submitted');
    expect(data.acts).toEqual([expect.objectContaining({ act: 'payee-permit', role: 'support', why: EVIL })]);
  });

  test('has every line of the statement, and every bet with what became of it', async () => {
    const { data } = await fileOf(mira);
    const { rows } = await club.owner.query('select kind::text, amount from ledger.transfer where member_id = $1', [
      mira.memberId,
    ]);
    expect(data.statement).toHaveLength(rows.length);
    expect(data.statement?.at(-1)).toMatchObject({
      availableAfterMinor: data.balance?.[0]?.availableMinor,
      heldAfterMinor: data.balance?.[0]?.heldMinor,
    });
    expect(data.slips).toEqual([
      expect.objectContaining({
        drawId: expect.stringContaining('dice-60/'),
        totalMinor: '1250',
        dice: [expect.any(Number), expect.any(Number), expect.any(Number)],
        state: expect.stringMatching(/^(won|lost)$/),
        selections: [
          expect.objectContaining({ bet: 'big', stakeMinor: '1000', won: expect.any(Boolean) }),
          expect.objectContaining({ bet: 's7', stakeMinor: '250', won: expect.any(Boolean) }),
        ],
      }),
    ]);
  });

  test('has nothing of another member, of a person of the staff, and no secret', async () => {
    const answer = await call(server, '/api/me/data.json', { cookie: mira.cookie });
    const text = await answer.text();
    expect(text).not.toContain(tomas.memberId);
    expect(text).not.toContain(tomas.userName);
    const { rows } = await club.owner.query<{ secret: string }>(
      `select password_hash as secret from members.member where member_id = $1
       union all select hash from members.finance_password where member_id = $1
       union all select encode(token_hash, 'hex') from members.session where member_id = $1
       union all select encode(encrypted, 'hex') from payments.payee where member_id = $1
       union all select encode(salt, 'hex') from lottery.slip_key where member_id = $1
       union all select id::text from staff.account union all select name from staff.account`,
      [mira.memberId],
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const { secret } of rows) expect(text).not.toContain(secret);
  });

  test('is to be saved, kept by no cache, and there for a suspended member too', async () => {
    const member = await fullMember();
    const { db } = club;
    await transaction(db, (tx) => suspend(tx, wallet.members.sessions, member.memberId, { reason: 'a', until: null }));
    const restricted = await signIn(club, { ...member, restricted: true });
    const answer = await call(server, '/api/me/data.json', { cookie: restricted.cookie });
    expect([answer.status, answer.headers.get('content-disposition'), answer.headers.get('cache-control')]).toEqual([
      200,
      'attachment; filename="my-data.json"',
      'no-store',
    ]);
    expect(((await answer.json()) as File).data.suspensions).toEqual([expect.objectContaining({ reason: 'a' })]);
    expect((await call(server, '/api/me/data.json')).status).toBe(401);
  });

  test('of many lines is whole', async () => {
    const member = await signIn(club, await club.member({ credits: 1_000_000n }));
    await postMany(
      club.db,
      Array.from({ length: 2_400 }, () => transferOf(member, 'stake', 10n)),
    );
    expect((await fileOf(member)).data.statement).toHaveLength(2_401);
  });
});

describe('the page', () => {
  test('has the same parts, escaped, and asks for nothing', async () => {
    const answer = await call(server, '/api/me/data.html', { cookie: tomas.cookie });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.html"');
    const text = await answer.text();
    const { data } = await fileOf(tomas);
    expect([...text.matchAll(/<section id="(\w+)">/g)].map(([, id]) => id)).toEqual([
      'retention',
      ...Object.keys(data),
    ]);
    expect(text).not.toMatch(/<script|<img|<link|javascript:|https?:/i);
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)');
    expect(text).toContain(`<td>${tomas.userName}</td>`);
    expect(text).toContain('big 10.00');
    expect(text).toMatch(/default-src &#39;none&#39;; style-src &#39;sha256-/);
    expect(text.trimEnd().endsWith('</html>')).toBe(true);
  });
});

describe('downloads', () => {
  test('are five a day of each kind, and say when there is the next', async () => {
    const member = await signIn(club, await club.member());
    const ask = (ending: string) => call(server, `/api/me/data.${ending}`, { cookie: member.cookie });
    for (let files = 0; files < 5; files++) await (await ask('json')).text();
    const refused = await ask('json');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'throttled' });
    expect(refused.headers.get('content-disposition')).toBeNull();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect((await ask('html')).status).toBe(200);
  });
});
