import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxControl, sandboxControl } from '../../../../dev/sandbox/control-client.ts';
import { type RunningSandbox, startSandbox } from '../../../../dev/sandbox/sandbox.ts';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { httpRegister } from '../../src/adapters/exclusion-register/http-register.ts';
import { transaction } from '../../src/db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/durations.ts';
import { SESSION_ROUTES } from '../../src/http/member/sessions/routes.ts';
import { addRoutes } from '../../src/http/shared/routes.ts';
import { identityFault } from '../../src/identity-checks/admission.ts';
import type {
  ExclusionRegister,
  RegisterAnswer,
  RegisterQuestion,
} from '../../src/identity-checks/exclusion-register.ts';
import { RegisterFailure } from '../../src/identity-checks/exclusion-register.ts';
import { askRegisterIfDue } from '../../src/identity-checks/register-answers.ts';
import { renewRegisterAnswers } from '../../src/identity-checks/renew-register-answers.ts';
import { correctRealName } from '../../src/members/persons/real-name.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { documentOf, goLive, openTestIdentity, showDocument, type TestIdentity } from '../kit/identity.ts';
import { FINANCE_PASSWORD } from '../kit/persons.ts';
import { makeReady, openWallet, serveWallet, type TestWallet } from '../kit/wallet.ts';

const SECRET = 'a secret of the register and the club';
const PASSWORD = 'a lantern in june';
const RULE = { ageMin: 18, countries: ['MN', 'DE'], registerHours: 24 };
const PERSON = { name: documentOf().realName, birthDate: documentOf().birthDate };

let club: Club;
let wallet: TestWallet;
let identity: TestIdentity;
let server: { address: string; stop(): Promise<void> };
let table: OpenTable;
let sandbox: RunningSandbox;
let control: SandboxControl;
const folder = temporaryFolder('tercet-register-');

/** The sandbox's register over HTTP. Records the questions, and can be made unreachable. */
const line = { isCut: false, asked: [] as RegisterQuestion[] };
const register: ExclusionRegister = {
  async lookUp(question): Promise<RegisterAnswer> {
    line.asked.push(question);
    const url = line.isCut ? 'http://127.0.0.1:9/' : `${sandbox.url}/exclusion-register`;
    return httpRegister({ url, secret: SECRET }).lookUp(question);
  },
};

beforeAll(async () => {
  sandbox = await startSandbox({ dataDir: folder.path, secret: SECRET });
  control = sandboxControl(sandbox.url, SECRET);
  club = await openClub();
  table = await club.openTable({ key: 'dice-3600', periodSeconds: 3_600 });
  wallet = await openWallet(club);
  const opened = openTestIdentity(club, wallet);
  identity = { ...opened, deps: { ...opened.deps, register } };
  await goLive(club, RULE);
  const deps = { db: club.api, register };
  server = await serveWallet(
    club,
    wallet,
    (http, security) => addRoutes(http, SESSION_ROUTES, { members: wallet.members, security, register: deps }),
    deps,
  );
});
beforeEach(async () => {
  line.isCut = false;
  line.asked = [];
  await control.register({ ...PERSON, excluded: false });
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
  await sandbox.close();
  folder.remove();
});

async function readyMember(): Promise<SignedIn> {
  const member = await club.member();
  await makeReady(club, wallet, member);
  return signIn(club, member);
}

async function knownMember(): Promise<SignedIn> {
  const member = await readyMember();
  await showDocument(club, identity, member);
  return member;
}

const bet = (member: SignedIn): Promise<string> =>
  club.place(member, table, [{ bet: 'big', stakeMinor: 1_000n }]).then(
    ({ verdict }) => verdict.code,
    (error: { code: string }) => error.code,
  );

async function send(member: SignedIn, path: string, body: object): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await call(server, path, { body, cookie: member.cookie, headers });
  return answer.ok ? 'done' : ((await answer.json()) as { code: string }).code;
}

const topUp = (member: SignedIn) => send(member, '/api/me/top-ups', { amountMinor: '1000' });

async function withdrawAll(member: SignedIn): Promise<string> {
  const { rows } = await club.owner.query('select available from ledger.balance where member_id = $1', [
    member.memberId,
  ]);
  const amountMinor = String(rows[0].available);
  return send(member, '/api/me/withdrawals', { amountMinor, financePassword: FINANCE_PASSWORD });
}

const faultOf = (member: SignedIn) => identityFault(club.db, member);

describe('house rule 5: the national exclusion register closes bets and top-ups, and never a withdrawal', () => {
  test('a person is asked about when the identity is verified, with the name of the account', async () => {
    const member = await readyMember();
    expect(line.asked).toEqual([]);
    await showDocument(club, identity, member);
    expect(line.asked).toMatchObject([{ realName: 'Ana Petrova', birthDate: PERSON.birthDate, country: 'MN' }]);
    expect([await bet(member), await topUp(member)]).toEqual(['accepted', 'done']);
  });

  test('a listed person can neither bet nor top up, and takes the whole balance out', async () => {
    await control.register({ ...PERSON, excluded: true });
    const member = await knownMember();
    expect([await bet(member), await topUp(member)]).toEqual(['register-excluded', 'register-excluded']);
    expect(await withdrawAll(member)).toBe('done');
  });

  test('without an answer both are closed, until there is one', async () => {
    line.isCut = true;
    const member = await knownMember();
    expect([await bet(member), await topUp(member)]).toEqual(['register-unanswered', 'register-unanswered']);
    expect(await withdrawAll(member)).toBe('done');
    line.isCut = false;
    const other = await readyMember();
    line.isCut = true;
    await showDocument(club, identity, other);
    line.isCut = false;
    expect([await topUp(other), await bet(other)]).toEqual(['done', 'accepted']);
  });

  test('an answer counts for 24 hours and not a moment more; a listing counts until another answer', async () => {
    const startMs = club.clock.nowMs();
    const [free, listed] = [await knownMember(), await readyMember()];
    await control.register({ ...PERSON, excluded: true });
    await showDocument(club, identity, listed);
    await club.clock.set(startMs + 24 * HOUR_MS - MINUTE_MS);
    expect([await faultOf(free), await faultOf(listed)]).toEqual([null, 'register-excluded']);
    await club.clock.set(startMs + 24 * HOUR_MS + MINUTE_MS);
    expect([await faultOf(free), await faultOf(listed)]).toEqual(['register-unanswered', 'register-excluded']);
    line.isCut = true;
    await askRegisterIfDue({ db: club.api, register }, listed);
    expect(await faultOf(listed), 'a failure lifts nothing').toBe('register-excluded');
    line.isCut = false;
    await control.register({ ...PERSON, excluded: false });
    await askRegisterIfDue({ db: club.api, register }, listed);
    expect(await faultOf(listed)).toBeNull();
    await club.at(startMs);
  });

  test('signing in asks again, with the register reachable or not', async () => {
    const startMs = club.clock.nowMs();
    const plan = await club.member();
    await makeReady(club, wallet, plan);
    await showDocument(club, identity, plan);
    await club.clock.set(startMs + HOUR_MS);
    await control.register({ ...PERSON, excluded: true });
    line.asked = [];
    const hash = await wallet.members.passwords.hash(PASSWORD);
    await club.owner.query('update members.member set password_hash = $2 where member_id = $1', [plan.memberId, hash]);
    const credentials = { userName: plan.userName, password: PASSWORD };
    const signed = await call(server, '/api/session', { method: 'POST', body: credentials });
    expect([signed.status, line.asked.length]).toEqual([201, 1]);
    expect(await identityFault(club.db, plan)).toBe('register-excluded');
    line.isCut = true;
    await club.clock.set(startMs + 2 * HOUR_MS);
    const again = await call(server, '/api/session', { method: 'POST', body: credentials });
    expect(again.status, 'a silent register keeps nobody from signing in').toBe(201);
    await club.at(startMs);
  });

  test('a corrected name needs an answer of its own', async () => {
    const member = await knownMember();
    await transaction(club.api, (tx) => correctRealName(tx, member, 'Ana Maria Petrova', randomUUID()));
    await showDocument(club, identity, member, { realName: 'Petrova Ana Maria' });
    expect(line.asked.map(({ realName }) => realName)).toEqual(['Ana Petrova', 'Ana Maria Petrova']);
    line.isCut = true;
    await transaction(club.api, (tx) => correctRealName(tx, member, 'Ana Marija Petrova', randomUUID()));
    await showDocument(club, identity, member, { realName: 'Petrova Ana Marija' });
    expect(await faultOf(member)).toBe('register-unanswered');
  });

  test('the job asks for members who are present, before their answer runs out, and stops at a silent register', async () => {
    const startMs = club.clock.nowMs();
    const member = await knownMember();
    await club.clock.set(startMs + 13 * HOUR_MS);
    const present = await signIn(club, member);
    line.asked = [];
    const jobs = { db: club.jobs, register };
    line.isCut = true;
    await expect(renewRegisterAnswers(jobs)).rejects.toBeInstanceOf(RegisterFailure);
    expect(line.asked).toHaveLength(1);
    line.isCut = false;
    expect(await renewRegisterAnswers(jobs)).toBeGreaterThan(0);
    expect(await renewRegisterAnswers(jobs), 'all are answered').toBe(0);
    await club.clock.set(startMs + 25 * HOUR_MS);
    expect(await faultOf(present)).toBeNull();
    await club.at(startMs);
  });

  test('of two answers the later question counts, whichever comes in first', async () => {
    const startMs = club.clock.nowMs();
    const member = await knownMember();
    await club.clock.set(startMs + HOUR_MS);
    const held = Promise.withResolvers<void>();
    const { promise: isAsked, resolve: noteAsked } = Promise.withResolvers<void>();
    const slow: ExclusionRegister = {
      lookUp: async () => {
        noteAsked();
        await held.promise;
        return { excluded: false, reference: null };
      },
    };
    const first = askRegisterIfDue({ db: club.api, register: slow }, member);
    await isAsked;
    await club.clock.set(startMs + HOUR_MS + MINUTE_MS);
    await control.register({ ...PERSON, excluded: true });
    await askRegisterIfDue({ db: club.api, register }, member);
    held.resolve();
    await first;
    expect(await faultOf(member)).toBe('register-excluded');
    await club.at(startMs);
  });

  test('a house without a register asks nobody', async () => {
    const silent = { db: club.api, register: null };
    const member = await knownMember();
    await askRegisterIfDue(silent, member);
    expect(await renewRegisterAnswers(silent)).toBe(0);
  });
});
