import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewOr } from '../../../../../packages/fair/tests/sample.ts';
import { signWebhook, WEBHOOK_SIGNATURE_HEADER } from '../../../src/adapters/payment/sandbox-signature.ts';
import { transaction } from '../../../src/db/transaction.ts';
import { MINUTE_MS } from '../../../src/durations.ts';
import { CURRENT_AGREEMENT } from '../../../src/members/account/agreement.ts';
import { createInvite } from '../../../src/members/invites/invites.ts';
import { createPasswords } from '../../../src/members/sessions/passwords.ts';
import { call, type SignedIn, signIn } from '../../http/server.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { REAL_NAME } from '../../kit/persons.ts';
import { signedInStaff } from '../../kit/staff.ts';
import { CALLS_BY_ROLE } from '../../staff/calls-by-role.ts';
import { type CanaryCall, callsOf, triedOperations } from './canary-calls.ts';
import {
  type CarelessProvider,
  type LoggedServer,
  PROVIDER_SECRET,
  startLogged,
  startProvider,
} from './canary-club.ts';
import { CANARIES, canariesIn, canariesInDatabase } from './canary-search.ts';

/** Two withdrawals a day, fewer than the rule allows. */
const HALF_DAY_MS = 12 * 60 * MINUTE_MS;
const AT_ONCE = 8;
const COMMON = { bankCode: 'elbe', holder: REAL_NAME, phone: CANARIES.phone, financePassword: CANARIES.pin };
const IBAN_FORM = { ...COMMON, kind: 'iban', iban: CANARIES.iban };
const CARD_FORM = { ...COMMON, kind: 'card', token: CANARIES.cardToken, reference: randomUUID() };
/** Tables in which writes fail late, with the row in the error. */
const BROKEN_TABLES = ['payments.payee', 'members.finance_password', 'payments.withdrawal', 'ledger.request'];

let club: Club;
let provider: CarelessProvider;
let server: LoggedServer;
/** All answers: the request, the status, headers and body. */
const answers: { asked: string; status: number; text: string }[] = [];
let log = '';
let databaseLog = '';

beforeAll(async () => {
  club = await openClub();
  await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  provider = await startProvider();
  server = await startLogged(club, provider.url);
  await everyRoute();
  const [cardHolder, accountHolder] = [await wholeLife('card'), await wholeLife('iban')];
  await payouts([cardHolder, accountHolder]);
  await brokenDatabase();
  await providersMessages(cardHolder);
  await server.stop();
  log = server.log();
  const { rows } = await club.owner.query(
    "select pg_read_file(setting || '/' || pg_current_logfile()) as text from pg_settings where name = 'data_directory'",
  );
  databaseLog = rows[0].text;
}, 300_000);
afterAll(async () => {
  await provider.close();
  await club.close();
});

/** Makes a call and keeps the answer for the search. */
async function ask(path: string, options: Parameters<typeof call>[2] = {}): Promise<Response> {
  const answer = await call(server, path, options);
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const body = isStream ? Buffer.alloc(0) : Buffer.from(await answer.arrayBuffer());
  if (isStream) await answer.body?.cancel();
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const requested = `${options.method ?? (options.body === undefined ? 'GET' : 'POST')} ${path.split('?')[0]}`;
  answers.push({ asked: requested, status: answer.status, text: `${head}\n\n${body.toString('utf8')}` });
  return new Response(answer.status === 204 ? null : body, { status: answer.status });
}

async function askAll(calls: readonly CanaryCall[], cookie: string): Promise<void> {
  for (let from = 0; from < calls.length; from += AT_ONCE) {
    const some = calls.slice(from, from + AT_ONCE);
    await Promise.all(some.map(({ path, ...more }) => ask(path, { ...more, cookie })));
    await forgetAttempts();
  }
}

/** Clears failed attempts, so that no lockout stops a call early. */
async function forgetAttempts(): Promise<void> {
  await club.clock.forward(MINUTE_MS);
  await club.owner.query(
    'delete from members.attempt_count; update members.finance_password set wrong = 0, locked_until = null',
  );
}

/** Canaries in every field, path and query of the operations, and in malformed bodies. */
async function everyRoute(): Promise<void> {
  const member = await newMember();
  const passwordHash = await createPasswords().hash(CANARIES.loginPassword);
  await club.owner.query('update members.member set password_hash = $1', [passwordHash]);
  await ask('/api/me/finance-password', { body: { financePassword: '9052', repeat: '9052' }, cookie: member.cookie });
  for (const operation of triedOperations()) {
    const inviteCode = await transaction(club.api, (tx) =>
      createInvite(tx, { issuer: null, expiresAt: new Date(club.clock.nowMs() + 600 * MINUTE_MS) }),
    );
    const calls = callsOf(operation, { memberId: member.memberId, inviteCode, userName: `Canary${answers.length}` });
    await askAll(calls, await cookiesFor(operation, member));
  }
}

async function cookiesFor(operation: string, member: SignedIn): Promise<string> {
  const { cookie } = await signIn(club, member);
  if (!operation.includes('/api/console/')) return cookie;
  const [method = '', url = ''] = operation.split(' ');
  const roles = CALLS_BY_ROLE[`${method.toUpperCase()} ${url.replaceAll(/\{(\w+)\}/g, ':$1')}`];
  const role = roles?.[0] ?? 'finance';
  return `${cookie}; ${(await signedInStaff(club, role)).cookie}`;
}

async function newMember(): Promise<SignedIn> {
  return signIn(club, await club.member({ credits: 100_000n }));
}

/** The life of a member from registration to a changed finance password, with right, wrong and repeated calls. */
async function wholeLife(kind: 'card' | 'iban'): Promise<SignedIn> {
  const inviteCode = await transaction(club.api, (tx) =>
    createInvite(tx, { issuer: null, expiresAt: new Date(club.clock.nowMs() + 600 * MINUTE_MS) }),
  );
  const userName = `Whole-${kind}`;
  const password = CANARIES.loginPassword;
  const agreed = { agreementVersion: CURRENT_AGREEMENT, accepted: ['terms', 'rules', 'privacy'] };
  const joined = { userName, password, inviteCode, birthDate: '1990-05-17', ...agreed };
  const { member } = (await (await ask('/api/members', { body: joined })).json()) as { member: { id: string } };
  await ask('/api/session', { body: { userName, password } });
  await ask('/api/session', { body: { userName: password, password: userName } });
  const memberId = member.id;
  const bucket = Number.parseInt(memberId.slice(-2), 16);
  const identity = { bucket, memberId, userName, tokenHash: Buffer.alloc(0), restricted: false };
  const signedIn = await signIn(club, identity);
  const { cookie } = signedIn;
  const { pin, pinInOtherDigits } = CANARIES;
  await ask('/api/me/real-name', { body: { realName: REAL_NAME }, cookie });
  await ask('/api/me/finance-password', { body: { financePassword: pin, repeat: pinInOtherDigits }, cookie });
  await ask('/api/me/payee/card-field', { method: 'POST', cookie });
  for (const mood of ['echo', 'garbage', 'gone', 'well'] as const) {
    provider.mood = mood;
    await ask('/api/me/payee', { body: kind === 'card' ? CARD_FORM : IBAN_FORM, cookie });
  }
  await ask('/api/me/payee', { body: IBAN_FORM, cookie });
  const other = { financePassword: '8402', repeat: '8402', oldFinancePassword: pin };
  await ask('/api/me/finance-password', { body: { ...other, loginPassword: 'wrong' }, cookie });
  await ask('/api/me/finance-password', { body: { ...other, loginPassword: password }, cookie });
  const back = { financePassword: pin, repeat: pin, oldFinancePassword: '8402', loginPassword: password };
  await ask('/api/me/finance-password', { body: back, cookie });
  await ask('/api/me/person', { cookie });
  return signedIn;
}

/** Payouts while the provider fails in each way. */
async function payouts(members: readonly SignedIn[]): Promise<void> {
  for (const mood of ['echo', 'garbage', 'gone', 'well'] as const) {
    provider.mood = mood;
    for (const { cookie } of members) {
      // Half a day later the session is locked for money.
      await ask('/api/me/sessions/confirm', { body: { loginPassword: CANARIES.loginPassword }, cookie });
      await withdraw(cookie, CANARIES.pin);
    }
    await untilAskedAgain('/api/payouts');
    // The retry is due later; the clock stands still.
    await club.clock.forward(HALF_DAY_MS);
    await untilAskedAgain('/api/payouts');
  }
  for (const { cookie } of members) await ask('/api/me/withdrawals', { cookie });
}

function withdraw(cookie: string, financePassword: string): Promise<Response> {
  const headers = { 'idempotency-key': randomUUID() };
  return ask('/api/me/withdrawals', { body: { amountMinor: '1000', financePassword }, cookie, headers });
}

async function untilAskedAgain(path: string): Promise<void> {
  const count = () => provider.sent.filter((line) => line.startsWith(path)).length;
  const before = count();
  for (let turn = 0; turn < 100 && count() === before; turn++) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Writes that fail in the database. Its errors contain the row or the value. */
async function brokenDatabase(): Promise<void> {
  const member = await newMember();
  const { cookie } = member;
  await ask('/api/me/real-name', { body: { realName: REAL_NAME }, cookie });
  for (const table of BROKEN_TABLES) {
    await club.owner.query(`alter table ${table} add constraint broken check (false) not valid`);
    await ask('/api/me/finance-password', { body: { financePassword: CANARIES.pin, repeat: CANARIES.pin }, cookie });
    await ask('/api/me/payee', { body: IBAN_FORM, cookie });
    await withdraw(cookie, CANARIES.pin);
    await club.owner.query(`alter table ${table} drop constraint broken`);
    await ask('/api/me/finance-password', { body: { financePassword: CANARIES.pin, repeat: CANARIES.pin }, cookie });
  }
  await ask('/api/me/payee', { body: CARD_FORM, cookie });
  // Corrupt ciphertext: the payout fails before the provider is called.
  await club.owner.query('update payments.payee set encrypted = encrypted || encrypted where member_id = $1', [
    member.memberId,
  ]);
  await withdraw(cookie, CANARIES.pin);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
}

/** Webhooks with unexpected content, forged and signed. */
async function providersMessages({ memberId }: SignedIn): Promise<void> {
  const event = { eventId: randomUUID(), kind: 'paid-out', reference: memberId, providerRef: 'p-1', amount: '1000' };
  const body = JSON.stringify({ events: [{ ...event, currency: 'PLAY', card: CANARIES }], extra: CANARIES });
  for (const secret of [PROVIDER_SECRET, 'forged']) {
    for (const text of [body, `${body}${CANARIES.cardNumber}`, CANARIES.iban]) {
      const headers = { [WEBHOOK_SIGNATURE_HEADER]: signWebhook(secret, Buffer.from(text), Date.now()) };
      await ask('/api/webhooks/sandbox', { body: text, headers });
    }
  }
}

function countOf(requested: string, status: number): number {
  return answers.filter((answer) => answer.asked === requested && answer.status === status).length;
}

describe('the search', () => {
  test.each([
    ['as it is', `x ${CANARIES.iban} y`],
    ['in small letters', CANARIES.iban.toLowerCase()],
    ['in groups', 'GB33 BUKB 2020 1555 5555 55'],
    ['in hex', Buffer.from(CANARIES.cardNumber).toString('hex')],
    ['in base64', Buffer.from(`x${CANARIES.loginPassword}`).toString('base64')],
    ['in base64url', Buffer.from(`xx${CANARIES.cardToken}`).toString('base64url')],
    ['in a URL', encodeURIComponent(CANARIES.loginPassword)],
    ['in JSON', JSON.stringify({ pin: CANARIES.pin })],
    ['in JSON with escapes', String.raw`"\u0666\u0661\u0668\u0663"`],
    ['as a bare hash', createHash('sha256').update(CANARIES.pin).digest('hex')],
    ['without its plus', CANARIES.phone.slice(1)],
  ])('sees a canary %s', (_, text) => {
    expect(canariesIn(text)).toHaveLength(1);
  });

  test('does not take chance for one', () => {
    expect(canariesIn(`61830 0190a1b2-6183-7234-8234-a1b2c3d4e5f6 2026-11-22T01:02:03.6183Z ${randomUUID()}`)).toEqual(
      [],
    );
  });

  test('sees one that was planted in a table, as text, in JSON and in bytes', async () => {
    const plant = async (column: string, value: string) => {
      await club.owner.query(`create table public.planted (a ${column}); insert into public.planted values (${value})`);
      const found = await canariesInDatabase(club.owner);
      await club.owner.query('drop table public.planted');
      return found.map(({ table, canary }) => `${table} ${canary}`);
    };
    expect(await plant('text', `'see ${CANARIES.phone}'`)).toContain('planted phone');
    expect(await plant('jsonb', `'{"a": ["${CANARIES.pin}"]}'`)).toContain('planted pin');
    expect(await plant('bytea', `convert_to('..${CANARIES.cardToken}..', 'UTF8')`)).toContain('planted cardToken');
  });
});

describe('the calls', () => {
  test('were those of every route', () => {
    const requested = new Set(answers.map((answer) => answer.asked.split(' ')[0]));
    expect([...requested].sort()).toEqual(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']);
    expect(answers.length).toBeGreaterThan(fewOr(500, 1_000));
  });

  test('did what they were to do: names, passwords, cards, accounts, withdrawals', () => {
    expect(countOf('POST /api/members', 201)).toBeGreaterThanOrEqual(2);
    expect(countOf('POST /api/session', 201)).toBeGreaterThanOrEqual(2);
    expect(countOf('POST /api/me/finance-password', 204)).toBeGreaterThanOrEqual(6);
    expect(countOf('POST /api/me/payee', 201)).toBeGreaterThanOrEqual(3);
    expect(countOf('POST /api/me/withdrawals', 201)).toBeGreaterThanOrEqual(8);
  });

  test('failed in each way: refused, no provider, broken inside', () => {
    for (const status of fewOr([400, 401, 409, 413, 500, 503], [400, 401, 403, 404, 409, 413, 422, 500, 503])) {
      expect(
        answers.some((answer) => answer.status === status),
        `a ${status}`,
      ).toBe(true);
    }
    expect(countOf('POST /api/me/payee', 500)).toBeGreaterThan(0);
    expect(log.split('\n').filter((line) => line.includes('unexpected error')).length).toBeGreaterThan(2);
    expect(log).toContain('broken');
  });

  test('told the provider what it must know', () => {
    const sent = provider.sent.join('\n');
    expect(sent).toContain(CANARIES.iban);
    expect(sent).toContain(CANARIES.cardToken);
    expect(sent).not.toContain(CANARIES.cardNumber);
    expect(
      canariesIn(sent)
        .map(({ canary }) => canary)
        .sort(),
    ).toEqual(['cardToken', 'iban']);
  });
});

describe('no canary', () => {
  test('is in any answer', () => {
    const found = answers.flatMap(({ asked: requested, text }) =>
      canariesIn(text).map((hit) => ({ asked: requested, ...hit })),
    );
    expect(found).toEqual([]);
  });

  test('is in the log of the server, errors and their stacks included', () => {
    // The pid may contain a canary by chance.
    const lines = log.split('\n').map((line) => line.replace(/"pid":\d+/, ''));
    expect(lines.flatMap(canariesIn)).toEqual([]);
  });

  test('is in the log of the database', () => {
    expect(databaseLog.length).toBeGreaterThan(100);
    expect(databaseLog.split('\n').flatMap(canariesIn)).toEqual([]);
  });

  test('is in any row of any table', async () => {
    expect(await canariesInDatabase(club.owner)).toEqual([]);
  });
});
