import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { admit } from '../../src/members/account/register.ts';
import { userNameFault } from '../../src/members/account/user-names.ts';
import { withoutId } from '../kit/problem.ts';
import { call, form, invite, join, openWorld, type World, warmUp } from './club.ts';

// A user name that looks like another member's counts as taken.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.owner.query('truncate members.attempt_count'));
afterAll(() => world.close());

const LIKE: [string, ...string[]][] = [
  ['mira', 'M1RA', 'm1ra', 'rnira', 'rn1ra', 'mira.', 'mira_', '-mira', '_m.i.r.a_', 'mlra', 'MlRA', 'M-I-R-A', 'MIRA'],
  ['Mira1', 'mira.1', 'mira_1', 'miral', 'm1ra1', 'MIRA1'],
  ['mira2024', 'mira-2024', 'mira2O24', 'm1ra2024', 'mira2o24'],
  ['alice', 'aIice', 'a1ice', 'al1ce', 'allce', '4lice', 'al.ice', 'AlICE', 'a11ce'],
  ['paul', 'pau1', 'paul-', 'p4ul', 'p.a.u.l'],
  ['bella', 'be1la', 'bel1a', 'be11a', 'beIla', 'b3lla'],
  ['maria', 'mar1a', 'rnaria', 'MARlA', 'm4ria', 'rnar1a'],
  ['marla', 'mar1a', 'marIa'],
  ['Ivan', 'lvan', '1van', 'IVAN_'],
  ['otto', '0tto', 'ott0', '0tt0'],
  ['sofia', 's0fia', '5ofia', 's0f1a'],
  ['wendy', 'vvendy', 'VVendy'],
  ['bernard', 'bemard', 'bern4rd'],
  ['Bat-Erdene', 'baterdene', 'bat.erdene', 'Bat_Erd3ne'],
  ['lan', 'Ian'],
  ['Leo2000', 'Leo2OOO', 'Leo20OO', 'Leo2ooo', 'Le02OOO', 'leo2.OOO'],
  ['Bob2011', 'Bob20ll', 'Bob20II', 'Bob20Il', 'Bob2Oll', 'B0b20ll'],
  ['Tom2001', 'Tom2OOl', 'Tom2OO1'],
  ['Mira111', 'Mira1ll', 'Miral11', 'Miralll', 'MiraIII'],
  ['Max5000', 'Max5ooo', 'Max5oOo', 'M4x5ooo'],
  ['Mira2004', 'Mira2OO4', 'Mira2oo4'],
  ['Kim1111', 'KimIIII', 'Kimllll'],
  ['2000mira', '2OOOmira'],
  ['000mira', 'OOOmira'],
  ['Mira000x', 'MiraOOOx'],
  ['Mira111x', 'Miralllx'],
  ['Apollo', 'Ap0llo', 'ApoIlo', 'Ap0110'],
];

const UNLIKE: [string, ...string[]][] = [
  ['mira', 'mira1', 'mira2', 'mira10', 'mira24', 'mirai', 'mirna', 'mia', 'mara', 'amira', 'miriam', 'mirra', 'miro'],
  ['mira1', 'mira2', 'mira3', 'mira5', 'mira11', 'mira12', 'mirai', 'mira'],
  ['mira6', 'mira9', 'mira0', 'mira8', 'mirab', 'mirag'],
  ['mira2024', 'mira2025', 'mira202', 'mira20', '2024mira'],
  ['mira12', 'mira1.2', 'mira21', '12mira'],
  ['anna', 'hanna', 'ana', 'anne', 'anna5', 'ann4', 'annas'],
  ['ella', 'elia', 'eila', 'elle', 'bella'],
  ['maria', 'marla', 'mario', 'marina'],
  ['karl', 'kari', 'carl'],
  ['alina', 'aline', 'elina', 'albina'],
  ['clara', 'dara', 'lara', 'klara'],
  ['alex', 'alexa', 'alex4', 'alec'],
  ['paul', 'paula', 'paul4', 'pauli'],
  ['jan', 'jane', 'jan3', 'ian', 'jana'],
  ['lina', 'iina', 'nina', 'tina', 'linda'],
  ['kai', 'kal', 'kay'],
  ['ali', 'all', 'alli', 'alia'],
  ['007', '008', '070', '1007'],
  ['class6b', 'class9b', 'class8b', 'class5b'],
  ['bold', 'Boldoo', 'bo1dbaatar'],
  ['Leo2000', 'Leo200', 'Leo2001', 'Leo20000', 'Leo20.01', 'Leo'],
  ['Apollo', 'Apolo', 'Apollo1', 'Apollo2', 'Apolline'],
  ['Lolo', 'Lola', 'Lollo', 'Lilo', 'Lulu'],
  ['Bill', 'Billo', 'Bil', 'Bell', 'Bill11', 'Billi'],
  ['Paolo', 'Paola', 'Pablo', 'Paolo1'],
  ['Collin', 'Coilin', 'Colin'],
  ['Solla', 'Soila', 'Sola'],
  ['nguyen.van.a', 'nguyen.van.b', 'nguyen'],
];

const pairs = (table: readonly [string, ...string[]][]) =>
  table.flatMap(([name, ...others]) => others.map((other) => [name, other] as const));

async function areAlike(name: string, other: string): Promise<boolean> {
  const { rows } = await world.owner.query(
    'select lower($1) = lower($2) or members.user_name_looks($1) && members.user_name_looks($2) as alike',
    [name, other],
  );
  return rows[0].alike;
}

describe('names', () => {
  test.each(pairs(LIKE))('%s and %s look alike', async (name, other) => {
    expect([userNameFault(name), userNameFault(other)]).toEqual([null, null]);
    expect(await areAlike(name, other)).toBe(true);
  });

  test.each(pairs(UNLIKE))('%s and %s do not', async (name, other) => {
    expect([userNameFault(name), userNameFault(other)]).toEqual([null, null]);
    expect(await areAlike(name, other)).toBe(false);
  });

  test('have few looks, whatever is in them', async () => {
    for (const name of ['mira', 'Nguyen-Van-A', '1'.repeat(24), 'a1'.repeat(12), 'Ia'.repeat(12), '._-'.repeat(8)]) {
      const { rows } = await world.owner.query('select cardinality(members.user_name_looks($1)) as n', [name]);
      expect(rows[0].n, name).toBeGreaterThan(0);
      expect(rows[0].n, name).toBeLessThanOrEqual(16);
    }
  });
});

describe('a registration', () => {
  const send = async (userName: string, address = '192.0.2.1') =>
    call(world.node, 'POST', '/api/members', {
      body: form({ userName, inviteCode: await invite(world.node) }),
      address,
    });

  test('with a look-alike is answered as with the same name, and leaves nothing behind', async () => {
    await join(world.node, { userName: 'nora' });
    const same = await send('NORA');
    for (const name of ['n0ra', 'nora.', '_nora', 'N0RA', 'no-ra']) {
      const answer = await send(name);
      expect([answer.statusCode, withoutId(answer.body)], name).toEqual([same.statusCode, withoutId(same.body)]);
    }
    expect(same.json()).toMatchObject({ code: 'user-name-taken', fields: { userName: 'user-name-taken' } });
    for (const name of ['nora1', 'nora2', 'norah']) expect((await send(name)).statusCode, name).toBe(201);
    const { rows } = await world.owner.query(
      `select name_key from members.user_name_claim where name_key like '%n%ra%' order by name_key`,
    );
    expect(rows.map((row) => row.name_key)).toEqual(['nora', 'nora1', 'nora2', 'norah']);
  });

  test('of letters in other scripts is none', async () => {
    for (const name of ['nоra', 'nοra', 'ｎоra', 'nor\u0430', 'nór\u0430']) {
      expect((await send(name)).json(), name).toMatchObject({ code: 'user-name-bad' });
    }
  });

  test('at once with many that look alike: one of them gets in', async () => {
    await warmUp(world.node);
    const names = ['vera', 'v3ra', 'VERA', 've.ra', 'vera_', 'Ver-a', '-vera', 'v.e.r.a'];
    const answers = await Promise.all(names.map((name, index) => send(name, `198.51.100.${index + 1}`)));
    const codes = answers.map((answer) => answer.json().code ?? answer.statusCode).sort();
    expect(codes).toEqual([201, ...Array(names.length - 1).fill('user-name-taken')]);
  });

  test('past the first look: the database takes one of two that are under way', async () => {
    const admission = { passwordHash: 'none', birthDate: '1990-05-17', agreementVersion: 1 };
    const { db } = world.node.members;
    const outcomes = await Promise.allSettled(
      ['oskar', '0skar', 'oskar.', 'o5kar'].map((userName) =>
        transaction(db, async (tx) => {
          await sql`select pg_sleep(0.05)`.execute(tx.q);
          await admit(tx, { ...admission, memberId: newId(), userName });
        }),
      ),
    );
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(Array(3).fill('user-name-taken'));
  });
});

describe('members', () => {
  test('whose account is erased leave their look free', async () => {
    const gone = await join(world.node, { userName: 'ulrike' });
    // Like `members.erase_account`.
    await world.owner.query('delete from members.user_name_claim where member_id = $1', [gone.memberId]);
    expect((await join(world.node, { userName: 'u1rike' })).userName).toBe('u1rike');
  });
});
