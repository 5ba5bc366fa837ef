import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { CURRENT_AGREEMENT } from '../../src/members/account/agreement.ts';
import { claimInvite, createInvite, readInviteCode } from '../../src/members/invites/invites.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import {
  call,
  cookieOf,
  form,
  giveToStart,
  invite,
  join,
  newName,
  openWorld,
  PASSWORD,
  signIn,
  startNode,
  untilNotBusy,
  type World,
  warmUp,
} from './club.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

function send(fields: Record<string, unknown>, address?: string) {
  return call(world.node, 'POST', '/api/members', {
    body: form(fields),
    ...(address === undefined ? {} : { address }),
  });
}

describe('a registration', () => {
  test('makes a member with a balance, starting credits by a posting, ten codes and a session', async () => {
    const inviteCode = await invite(world.node);
    const userName = newName();
    const answer = await send({ userName: ` ${userName} `, inviteCode: ` ${inviteCode.toLowerCase()} ` });
    expect(answer.statusCode).toBe(201);
    const { member, recoveryCodes } = answer.json();
    expect(member).toMatchObject({
      userName,
      level: 1,
      lastAddress: null,
      availableMinor: '100000',
      heldMinor: '0',
      restricted: false,
      suspension: null,
      agreementVersion: CURRENT_AGREEMENT,
      currentAgreementVersion: CURRENT_AGREEMENT,
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    const me = await call(world.node, 'GET', '/api/me', { cookie: cookieOf(answer) });
    expect(me.json()).toEqual(member);

    const { rows } = await world.owner.query(
      `select t.kind, t.debit, t.credit, t.amount::text, t.ref,
         t.day = (m.created_at at time zone 'UTC')::date as same_day
       from ledger.transfer t join members.member m using (bucket, member_id) where member_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([
      { kind: 'grant', debit: 'issue', credit: 'available', amount: '100000', ref: member.id, same_day: true },
    ]);
  });

  test('in a house without starting credits posts nothing and leaves a balance of zero', async () => {
    await giveToStart(world.owner, 0n);
    const member = await join(world.node).finally(() => giveToStart(world.owner, 100_000n));
    const { rows } = await world.owner.query(
      `select available::text, (select count(*)::int from ledger.transfer where member_id = $1) as transfers
       from ledger.balance where member_id = $1`,
      [member.memberId],
    );
    expect(rows).toEqual([{ available: '0', transfers: 0 }]);
  });

  test('keeps neither the password nor a code nor the token in clear', async () => {
    const inviteCode = await invite(world.node);
    const answer = await send({ inviteCode });
    const secret = cookieOf(answer).split('.').at(-1) ?? '';
    const plain = [PASSWORD, inviteCode, inviteCode.slice(5).replace('-', ''), secret];
    for (const code of answer.json().recoveryCodes as string[]) plain.push(code, code.replaceAll('-', ''));
    const { rows } = await world.owner.query(`
      select (select string_agg(m::text, ' ') from members.member m)
        || (select string_agg(s::text, ' ') from members.session s)
        || (select string_agg(r::text, ' ') from members.recovery_code r)
        || (select string_agg(i::text, ' ') from members.invite i) as everything`);
    const everything: string = rows[0].everything.toLowerCase();
    for (const secretText of plain) {
      expect(everything).not.toContain(secretText.toLowerCase());
      expect(everything).not.toContain(Buffer.from(secretText).toString('hex'));
    }
    expect(everything).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});

describe('each failing field says what is wrong with it', () => {
  const cases: [string, unknown, string][] = [
    ['userName', '', 'fill-in'],
    ['userName', 'ab', 'user-name-bad'],
    ['userName', 'a'.repeat(25), 'user-name-bad'],
    ['userName', 'with space', 'user-name-bad'],
    ['userName', 'mіra', 'user-name-bad'],
    ['userName', '...', 'user-name-bad'],
    ['userName', 'Supp0rt', 'user-name-reserved'],
    ['userName', 'TheLantern', 'user-name-reserved'],
    ['userName', 'f1nn', 'user-name-reserved'],
    ['password', '', 'fill-in'],
    ['password', 'nine char', 'password-weak'],
    ['password', 'Password123', 'password-weak'],
    ['inviteCode', ' ', 'fill-in'],
    ['inviteCode', 'TERC-ABCD', 'invite-bad'],
    ['inviteCode', 'TERC-0000-0000', 'invite-bad'],
    ['birthDate', '', 'fill-in'],
    ['birthDate', '17.5.1990', 'birth-date-bad'],
    ['birthDate', '2001-02-29', 'birth-date-bad'],
    ['birthDate', '1850-01-01', 'birth-date-bad'],
    ['birthDate', '2999-01-01', 'birth-date-bad'],
    ['birthDate', '2020-01-01', 'too-young'],
    ['agreementVersion', 0, 'agreement-needed'],
    ['agreementVersion', CURRENT_AGREEMENT + 1, 'agreement-needed'],
  ];
  test.each(cases)('%s %j: %s', async (field, value, code) => {
    const inviteCode = await invite(world.node);
    const answer = await send({ inviteCode, [field]: value });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code, fields: { [field]: code } });
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    if (field === 'inviteCode') return;
    const { rows } = await world.owner.query('select count(*)::int as n from members.invite where used_by is null');
    expect(rows[0].n).toBeGreaterThan(0);
    if (code !== 'too-young') expect((await send({ inviteCode })).statusCode).toBe(201);
  });

  test.each([64, 200])('a password of %i signs is none of them, and signs in whole', async (signs) => {
    const userName = newName();
    const password = `Lantern-${'0123456789abcdef'.repeat(13)}`.slice(0, signs - 1);
    const inviteCode = await invite(world.node);
    expect((await send({ userName, password: `${password}z`, inviteCode })).statusCode).toBe(201);
    expect((await signIn(world.node, userName, `${password}z`)).statusCode).toBe(201);
    // The last character counts too.
    expect((await signIn(world.node, userName, `${password}y`)).statusCode).toBe(401);
  });

  const BAD = { userName: '?', password: 'short', birthDate: '2020-01-01', agreementVersion: 0 };

  test('all of them at once, once the invite is good', async () => {
    const inviteCode = await invite(world.node);
    expect((await send({ ...BAD, inviteCode })).json().fields).toEqual({
      userName: 'user-name-bad',
      password: 'password-weak',
      birthDate: 'too-young',
      agreementVersion: 'agreement-needed',
    });
    expect((await send({ inviteCode: await invite(world.node) })).statusCode).toBe(201);
  });

  test.each(['?', 'TERC-0000-0000', 'TERC-ABCD'])('the invite alone, where it is %s', async (inviteCode) => {
    expect((await send({ ...BAD, inviteCode })).json().fields).toEqual({ inviteCode: 'invite-bad' });
  });

  test('too young says the age', async () => {
    const inviteCode = await invite(world.node);
    expect((await send({ birthDate: '2020-01-01', inviteCode })).json().params).toEqual({ age: 18 });
  });

  test('a taken name, in whatever case, is told to who has a good invite', async () => {
    const userName = newName();
    const inviteCode = await invite(world.node);
    expect((await send({ userName, inviteCode })).statusCode).toBe(201);
    const used = await send({ userName: userName.toUpperCase(), inviteCode });
    expect(used.json().fields).toEqual({ inviteCode: 'invite-bad' });
    const taken = await send({ userName: userName.toUpperCase(), inviteCode: await invite(world.node) });
    expect([taken.statusCode, taken.json().fields]).toEqual([409, { userName: 'user-name-taken' }]);
  });

  test('an expired invite does not count', async () => {
    const inviteCode = await invite(world.node, new Date(Date.now() - 1_000));
    expect((await send({ inviteCode })).json().fields).toEqual({ inviteCode: 'invite-bad' });
    // Nor if it expired between the check and the claim.
    const code = readInviteCode(inviteCode) ?? '';
    expect(await transaction(world.node.members.db, (tx) => claimInvite(tx, code, newId()))).toBe(false);
  });

  test.each([
    ['a missing field', form({ birthDate: undefined }), { birthDate: 'fill-in' }],
    ['a field of another type', form({ password: { toString: 'x' } }), { password: 'fill-in' }],
    ['a number for a name', form({ userName: 7 }), { userName: 'fill-in' }],
    ['a fraction for a version', form({ agreementVersion: 1.5 }), { agreementVersion: 'fill-in' }],
    ['an unknown field', form({ isAdmin: true }), undefined],
    ['a list', [form({})], undefined],
    ['null', 'null', undefined],
    ['broken JSON', '{"userName":', undefined],
    ['a body that poisons prototypes', '{"__proto__":{"x":1}}', undefined],
  ])('%s is no form', async (_, body, fields) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await call(world.node, 'POST', '/api/members', { body, headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('invalid-body');
    expect(answer.json().fields).toEqual(fields);
  });

  test('a huge body is not read', async () => {
    const answer = await send({ password: 'x'.repeat(5_000) });
    expect(answer.statusCode).toBe(413);
    expect(answer.json().code).toBe('body-too-large');
  });

  test('only JSON is read', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await call(world.node, 'POST', '/api/members', {
        body: JSON.stringify(form({})),
        headers: { 'content-type': type },
      });
      expect(answer.json().code).toBe('invalid-body');
    }
  });
});

describe('of registrations at once', () => {
  const crowd = Array.from({ length: 50 }, (_, index) => `198.51.100.${index}`);

  test('with one invite, one becomes a member', async () => {
    const inviteCode = await invite(world.node);
    const other = await startNode(world.database);
    await Promise.all([warmUp(world.node), warmUp(other)]);
    const answers = await Promise.all(
      crowd.map((address, index) =>
        call(index % 2 ? other : world.node, 'POST', '/api/members', { body: form({ inviteCode }), address }),
      ),
    );
    await other.close();
    const codes = answers.map((answer) => answer.json().code ?? 'member').sort();
    expect(codes.filter((code) => code === 'member')).toHaveLength(1);
    expect(codes.filter((code) => code === 'invite-bad')).toHaveLength(49);
    const { rows } = await world.owner.query(`
      select (select count(*)::int from members.member) as members,
        (select count(*)::int from ledger.balance) as balances,
        (select count(*)::int from members.user_name_claim) as names,
        (select count(*)::int from members.invite where used_by is not null) as used`);
    // Each member has exactly one of each; half a registration would show here.
    expect(new Set(Object.values(rows[0])).size).toBe(1);
  });

  test('with one name, one gets it and the others keep their invites', async () => {
    const userName = newName();
    const invites = await Promise.all(crowd.map(() => invite(world.node)));
    const answers = await Promise.all(
      crowd.map((address, index) =>
        send({ userName: index % 2 ? userName : userName.toUpperCase(), inviteCode: invites[index] }, address),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().code === 'user-name-taken')).toHaveLength(49);
    const left = invites[answers.findIndex((answer) => answer.statusCode !== 201)];
    expect((await send({ inviteCode: left })).statusCode).toBe(201);
  });
});

describe('guessing invites', () => {
  test('is over after thirty wrong ones from an address; right ones are not counted', async () => {
    const address = '203.0.113.5';
    expect((await send({ inviteCode: await invite(world.node) }, address)).statusCode).toBe(201);
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => send({ inviteCode: `TERC-AAAA-00${10 + index}` }, address)),
    );
    const codes = guesses.map((answer) => answer.json().code);
    expect(codes.filter((code) => code === 'invite-bad')).toHaveLength(30);
    expect(codes.filter((code) => code === 'throttled')).toHaveLength(30);
    const inviteCode = await invite(world.node);
    expect((await send({ inviteCode }, address)).json().code).toBe('throttled');
    expect((await send({ inviteCode }, '203.0.113.6')).statusCode).toBe(201);
  });

  test('forty right ones at once from one address all become members', async () => {
    const address = '203.0.113.7';
    const invites = await Promise.all(Array.from({ length: 40 }, () => invite(world.node)));
    const answers = await Promise.all(invites.map((inviteCode) => untilNotBusy(() => send({ inviteCode }, address))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(201));
  });

  test('one good invite looks through thirty names and no more', async () => {
    const address = '203.0.113.8';
    const taken = await join(world.node, { address });
    const inviteCode = await invite(world.node);
    for (let i = 0; i < 30; i++) {
      const answer = await send({ userName: taken.userName, inviteCode }, address);
      expect(answer.json().code).toBe('user-name-taken');
    }
    expect((await send({ userName: taken.userName, inviteCode }, address)).json().code).toBe('throttled');
  });

  test('a full queue costs neither a try nor the invite', async () => {
    const address = '203.0.113.9';
    const full = createPasswords({ atOnceMax: 0, waitingMax: 0 });
    const busy = await startNode(world.database, { passwords: full });
    const inviteCode = await invite(world.node);
    const body = form({ inviteCode });
    for (let i = 0; i < 31; i++) {
      const answer = await call(busy, 'POST', '/api/members', { body, address });
      expect(answer.statusCode).toBe(503);
      expect(answer.json().code).toBe('busy');
    }
    await busy.close();
    expect((await call(world.node, 'POST', '/api/members', { body, address })).statusCode).toBe(201);
  });
});

test('an invite may name its code, as a seed does', async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const code = await transaction(world.node.members.db, (tx) =>
    createInvite(tx, { issuer: null, expiresAt, code: 'TERC-PLAY-FAIR' }),
  );
  expect(code).toBe('TERC-PLAY-FAIR');
  expect((await send({ inviteCode: 'terc play fa1r' })).statusCode).toBe(201);
});
