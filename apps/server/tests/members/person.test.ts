import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type SignedIn, signIn } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';
import { openWallet, serveWallet, type TestWallet } from '../kit/wallet.ts';

let club: Club;
let wallet: TestWallet;
let server: Awaited<ReturnType<typeof serveWallet>>;
let support: SignedInStaff;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  server = await serveWallet(club, wallet);
  support = await signedInStaff(club, 'support');
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

async function newMember(): Promise<SignedIn> {
  return signIn(club, await club.member());
}

function setName({ cookie }: SignedIn, realName: unknown): Promise<Response> {
  return call(server, '/api/me/real-name', { body: { realName }, cookie });
}

function correct(
  { memberId }: { memberId: string },
  realName: string,
  staff = support,
  why = 'misspelt',
): Promise<Response> {
  return call(server, `/api/console/members/${memberId}/real-name`, { body: { realName, why }, cookie: staff.cookie });
}

async function personOf({ cookie }: SignedIn): Promise<Record<string, unknown>> {
  return (await call(server, '/api/me/person', { cookie })).json() as Promise<Record<string, unknown>>;
}

async function codeOf(answer: Response): Promise<string> {
  return answer.ok ? 'done' : ((await answer.json()) as { code: string }).code;
}

describe('the person behind an account', () => {
  test('is nobody in particular at first', async () => {
    expect(await personOf(await newMember())).toEqual({
      realName: null,
      sex: null,
      financePassword: { set: false, lockedUntilMs: null, resetAtMs: null },
      payee: null,
      nextPayee: null,
      mayReplacePayee: false,
    });
  });

  test('is seen by a suspended member, and by no visitor', async () => {
    const restricted = await signIn(club, await club.member(), true);
    expect(await personOf(restricted)).toMatchObject({ realName: null });
    expect((await call(server, '/api/me/person')).status).toBe(401);
  });
});

describe('the real name', () => {
  test('is given once, and kept composed and without needless spaces', async () => {
    const member = await newMember();
    const answer = await setName(member, ' Jose\u0301   Nun\u0303ez ');
    expect([answer.status, await answer.json()]).toEqual([200, { realName: 'José Nuñez' }]);
    const again = await setName(member, 'Another Name');
    expect([again.status, await codeOf(again)]).toEqual([409, 'already-set']);
    expect(await personOf(member)).toMatchObject({ realName: 'José Nuñez' });
  });

  test('of twenty at once is one', async () => {
    const member = await newMember();
    const names = Array.from({ length: 20 }, (_, n) => `Ana ${String.fromCharCode(65 + n)}`);
    const answers = await Promise.all(names.map(async (name) => [name, await codeOf(await setName(member, name))]));
    const taken = answers.filter(([, code]) => code === 'done').map(([name]) => name);
    expect(taken).toHaveLength(1);
    expect(await personOf(member)).toMatchObject({ realName: taken[0] });
  });

  test.each([
    ['', 'fill-in', 422],
    ['   ', 'fill-in', 422],
    ['A', 'name-bad', 422],
    ['Ana 2', 'name-bad', 422],
    ['\u3164\u3164', 'fill-in', 422],
    ['Ana\u0301\u0301\u0301\u0301\u0301\u0301', 'name-bad', 422],
    ['x'.repeat(81), 'name-bad', 422],
    [null, 'invalid-body', 400],
    ['x'.repeat(5_000), 'body-too-large', 413],
  ])('is not %j', async (name, code, status) => {
    const member = await newMember();
    const answer = await setName(member, name);
    expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
    expect(await personOf(member)).toMatchObject({ realName: null });
  });

  test('may be given in a restricted session: a payout needs it', async () => {
    const restricted = await signIn(club, await club.member(), true);
    expect(await codeOf(await setName(restricted, 'Ana Petrova'))).toBe('done');
  });
});

describe('a correction', () => {
  test('is made by support; every version stays, and the member is told', async () => {
    const member = await newMember();
    await setName(member, 'Ana Petrov');
    const answer = await correct(member, ' Ana  Petrova');
    expect([answer.status, await answer.json()]).toEqual([200, { realName: 'Ana Petrova' }]);
    expect(await personOf(member)).toMatchObject({ realName: 'Ana Petrova' });
    const { rows: versions } = await club.owner.query(
      'select version, name, corrected_by from members.real_name where member_id = $1 order by version',
      [member.memberId],
    );
    expect(versions).toEqual([
      { version: 1, name: 'Ana Petrov', corrected_by: null },
      { version: 2, name: 'Ana Petrova', corrected_by: support.id },
    ]);
    const { rows: reported } = await club.owner.query('select kind, params from members.message where member_id = $1', [
      member.memberId,
    ]);
    expect(reported).toEqual([{ kind: 'real-name-corrected', params: { realName: 'Ana Petrova' } }]);
    const { rows: acts } = await club.owner.query('select act, body from audit.entry where member_id = $1', [
      member.memberId,
    ]);
    expect(acts).toMatchObject([{ act: 'real-name' }]);
    expect(JSON.parse(acts[0].body)).toMatchObject({ before: 'Ana Petrov', after: 'Ana Petrova', why: 'misspelt' });
  });

  test('of two at once is one after the other, or one of them', async () => {
    const member = await newMember();
    await setName(member, 'Ana Petrov');
    const codes = await Promise.all(['Ana One', 'Ana Two'].map(async (name) => codeOf(await correct(member, name))));
    const { rows } = await club.owner.query('select version from members.real_name where member_id = $1', [
      member.memberId,
    ]);
    expect(rows).toHaveLength(1 + codes.filter((code) => code === 'done').length);
    expect(codes).toContain('done');
  });

  test('needs a name to correct, a member, a reason, a good name and the right role', async () => {
    const member = await newMember();
    expect(await codeOf(await correct(member, 'Ana Petrova'))).toBe('name-first');
    await setName(member, 'Ana Petrov');
    expect(await codeOf(await correct({ memberId: '0190a1b2-1234-7234-8234-123456789016' }, 'Ana'))).toBe('not-found');
    expect(await codeOf(await correct(member, 'Ana Petrova', support, ' '))).toBe('reason-needed');
    expect(await codeOf(await correct(member, '4'))).toBe('name-bad');
    expect(await codeOf(await correct(member, 'Ana', await signedInStaff(club, 'finance')))).toBe('forbidden');
    expect(await codeOf(await correct(member, 'Ana', { ...support, cookie: member.cookie }))).toBe('signed-out');
    expect(await personOf(member)).toMatchObject({ realName: 'Ana Petrov' });
  });
});

describe('the sex', () => {
  test('is stated, changed and taken back by the member', async () => {
    const member = await newMember();
    for (const sex of ['woman', 'man', null]) {
      const answer = await call(server, '/api/me/sex', { body: { sex }, cookie: member.cookie });
      expect([answer.status, await answer.json()]).toEqual([200, { sex }]);
      expect(await personOf(member)).toMatchObject({ sex });
    }
    const other = await call(server, '/api/me/sex', { body: { sex: 'other' }, cookie: member.cookie });
    expect(other.status).toBe(400);
  });
});
