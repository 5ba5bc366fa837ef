import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { checkFinancePassword, type FinanceDeps } from '../../src/members/finance-password/finance-password.ts';
import { readFinanceState } from '../../src/members/finance-password/finance-state.ts';
import { type FinanceForm, setFinancePassword } from '../../src/members/finance-password/set-finance-password.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { addPepper, loadPepper } from '../../src/members/sessions/pepper.ts';
import { type Club, openClub } from '../kit/club.ts';
import { FINANCE_PASSWORD, giveFinancePassword } from '../kit/persons.ts';
import { openWallet, type TestWallet } from '../kit/wallet.ts';

const WRONG = '9041';
/** Answers to five wrong entries. */
const LEFT = [4, 3, 2, 1, 0].map((left) => `finance-password-wrong ${left}`);
const LOGIN_PASSWORD = 'a lantern in june';

let club: Club;
let wallet: TestWallet;
let loginHash: string;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  loginHash = await wallet.members.passwords.hash(LOGIN_PASSWORD);
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

/** A member with this file's login password and no finance password. */
async function bareMember(): Promise<Identity> {
  const member = await club.member();
  await club.db
    .updateTable('members.member')
    .set({ password_hash: loginHash })
    .where('bucket', '=', member.bucket)
    .where('member_id', '=', member.memberId)
    .execute();
  return member;
}

async function memberWithPassword(): Promise<Identity> {
  const member = await bareMember();
  await giveFinancePassword(wallet.members, member);
  return member;
}

/** `right`, or the error code with its number. */
async function outcome(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => 'right',
    (error) => [error.code ?? error, ...Object.values(error.params ?? {})].join(' '),
  );
}

function enter(member: Account, typed: string, deps: FinanceDeps = wallet.members): Promise<string> {
  return outcome(checkFinancePassword(deps, member, typed));
}

async function enterOften(member: Account, typed: string, times: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let time = 0; time < times; time++) outcomes.push(await enter(member, typed));
  return outcomes;
}

function set(member: Identity, form: Partial<FinanceForm>): Promise<string> {
  const whole = { financePassword: FINANCE_PASSWORD, repeat: form.financePassword ?? FINANCE_PASSWORD, ...form };
  return outcome(setFinancePassword(wallet.members, member, whole, { address: '192.0.2.1', device: null }));
}

/** The same server; it counts the verified passwords. */
function counting(): FinanceDeps & { looked: () => number } {
  let looked = 0;
  const { passwords } = wallet.members;
  const matches: typeof passwords.matches = (...args) => {
    looked += 1;
    return passwords.matches(...args);
  };
  return { ...wallet.members, passwords: { ...passwords, matches }, looked: () => looked };
}

async function rowOf({ bucket, memberId }: Account) {
  return club.db
    .selectFrom('members.finance_password')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
}

async function messageKindsOf({ memberId }: Account): Promise<string[]> {
  const query = 'select kind from members.message where member_id = $1 order by id';
  return (await club.owner.query(query, [memberId])).rows.map(({ kind }) => kind);
}

describe('the first one', () => {
  test('is set by the session alone, once, and the member is told', async () => {
    const member = await bareMember();
    expect(await enter(member, FINANCE_PASSWORD)).toBe('finance-password-first');
    expect(await set(member, {})).toBe('right');
    expect(await set(member, { financePassword: '8402' })).toBe('already-set');
    expect([await enter(member, FINANCE_PASSWORD), await enter(member, '8402')]).toEqual([
      'right',
      'finance-password-wrong 4',
    ]);
    expect(await messageKindsOf(member)).toEqual(['finance-password-set']);
  });

  test('of two at once is one', async () => {
    const member = await bareMember();
    const outcomes = await Promise.all([set(member, {}), set(member, { financePassword: '8402' })]);
    expect(outcomes.sort()).toEqual(['already-set', 'right']);
  });

  test.each([
    ['is given twice', { repeat: '8402' }, 'entries-differ'],
    ['is not the day and month of birth', { financePassword: '1705' }, 'finance-password-weak'],
    ['is not a common one', { financePassword: '2580' }, 'finance-password-weak'],
    ['has four digits', { financePassword: '73914' }, 'fill-in'],
    ['is not empty', { financePassword: '', repeat: '' }, 'fill-in'],
  ])('%s', async (_, form, code) => {
    const member = await bareMember();
    expect(await set(member, form)).toBe(code);
    expect(await readFinanceState(club.db, member)).toEqual({ set: false, lockedUntil: null, resetAt: null });
  });

  test('may be typed with other digits, and is the same', async () => {
    const member = await bareMember();
    expect(await set(member, { financePassword: '٧٣٩١', repeat: '7391' })).toBe('right');
    expect(await enter(member, '７３９１')).toBe('right');
  });
});

describe('another one', () => {
  const BOTH = { loginPassword: LOGIN_PASSWORD, oldFinancePassword: FINANCE_PASSWORD };

  test('takes the login password and the old one', async () => {
    const member = await memberWithPassword();
    expect(await set(member, { ...BOTH, financePassword: '8402' })).toBe('right');
    expect([await enter(member, '8402'), await enter(member, FINANCE_PASSWORD)]).toEqual([
      'right',
      'finance-password-wrong 4',
    ]);
    expect(await messageKindsOf(member)).toEqual(['finance-password-changed']);
  });

  test.each([
    ['without the login password', { oldFinancePassword: FINANCE_PASSWORD }, 'fill-in'],
    ['without the old one', { loginPassword: LOGIN_PASSWORD }, 'fill-in'],
    ['with a wrong login password', { ...BOTH, loginPassword: 'another lantern' }, 'wrong-credentials'],
    ['with a wrong old one', { ...BOTH, oldFinancePassword: WRONG }, 'finance-password-wrong 4'],
  ])('is refused %s', async (_, form, code) => {
    const member = await memberWithPassword();
    expect(await set(member, { ...form, financePassword: '8402' })).toBe(code);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('right');
  });

  test('does not help over a lock: the old one is counted like any entry', async () => {
    const member = await memberWithPassword();
    const change = () => set(member, { ...BOTH, oldFinancePassword: WRONG, financePassword: '8402' });
    for (let time = 0; time < 5; time++) await change();
    expect(await change()).toMatch(/^finance-password-locked/);
  });

  test('attempts of the login password count with those at sign-in', async () => {
    const member = await memberWithPassword();
    const change = (loginPassword: string) => set(member, { ...BOTH, loginPassword, financePassword: '8402' });
    for (let time = 0; time < 5; time++) await change('another lantern');
    expect(await change(LOGIN_PASSWORD)).toMatch(/^throttled/);
  });
});

describe('wrong entries', () => {
  test('say how many are left, and the fifth locks for a quarter of an hour', async () => {
    const member = await memberWithPassword();
    expect(await enterOften(member, WRONG, 5)).toEqual(LEFT);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('finance-password-locked 900');
    const { lockedUntil } = await readFinanceState(club.db, member);
    expect(lockedUntil?.getTime()).toBe(club.clock.nowMs() + 15 * MINUTE_MS);
    expect(await messageKindsOf(member)).toEqual(['finance-password-locked']);
    await club.clock.forward(15 * MINUTE_MS - 1);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('finance-password-locked 1');
    await club.clock.forward(1);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('right');
  });

  test('of fifty at once are looked at five times', async () => {
    const member = await memberWithPassword();
    const deps = counting();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => enter(member, WRONG, deps)));
    expect(deps.looked()).toBe(5);
    expect(outcomes.filter((one) => LEFT.includes(one)).sort()).toEqual(LEFT.toReversed());
    expect(outcomes.filter((one) => one === 'finance-password-locked 900')).toHaveLength(45);
  });

  test('lock twice as long each time, a day at most', async () => {
    const member = await memberWithPassword();
    const minutes: number[] = [];
    for (let lock = 0; lock < 9; lock++) {
      await enterOften(member, WRONG, 5);
      const [, seconds] = (await enter(member, FINANCE_PASSWORD)).split(' ');
      minutes.push(Number(seconds) / 60);
      await club.clock.forward(Number(seconds) * 1_000);
    }
    expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]);
  });

  test('are forgotten with a right one; locks only once there was a day without', async () => {
    const member = await memberWithPassword();
    await enterOften(member, WRONG, 4);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('right');
    expect(await enterOften(member, WRONG, 5)).toContain('finance-password-wrong 0');
    await club.clock.forward(15 * MINUTE_MS);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('right');
    await enterOften(member, WRONG, 5);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('finance-password-locked 1800');
    await club.clock.forward(30 * MINUTE_MS + DAY_MS);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('right');
    await enterOften(member, WRONG, 5);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('finance-password-locked 900');
  });

  test('a fifth that is right opens what it had locked', async () => {
    const member = await memberWithPassword();
    await enterOften(member, WRONG, 4);
    expect(await enter(member, FINANCE_PASSWORD)).toBe('right');
    expect(await rowOf(member)).toMatchObject({ wrong: 0, locks: 0, locked_until: null });
  });

  test('hold over a restart and for every node', async () => {
    const member = await memberWithPassword();
    await enterOften(member, WRONG, 3);
    const restarted = { ...wallet.members, passwords: createPasswords(), pepper: await loadPepper(wallet.keysDir) };
    expect(await enter(member, WRONG, restarted)).toBe('finance-password-wrong 1');
    expect(await enter(member, WRONG, restarted)).toBe('finance-password-wrong 0');
    expect(await enter(member, FINANCE_PASSWORD, restarted)).toBe('finance-password-locked 900');
    expect(await enter(member, FINANCE_PASSWORD)).toBe('finance-password-locked 900');
  });

  test('that nobody could look at are not counted', async () => {
    const member = await memberWithPassword();
    await enterOften(member, WRONG, 4);
    const { passwords } = wallet.members;
    const failing = async (): Promise<boolean> => Promise.reject(new Error('the hasher is gone'));
    const broken = { ...wallet.members, passwords: { ...passwords, matches: failing } };
    for (let time = 0; time < 3; time++) expect(await enter(member, WRONG, broken)).toContain('the hasher is gone');
    expect(await rowOf(member)).toMatchObject({ wrong: 4, locks: 0, locked_until: null });
    expect(await enter(member, FINANCE_PASSWORD)).toBe('right');
  });

  test('are also what is no finance password at all, and take the same work', async () => {
    const member = await memberWithPassword();
    const deps = counting();
    expect(await enter(member, 'x'.repeat(2_000), deps)).toBe('finance-password-wrong 4');
    expect(deps.looked()).toBe(1);
    expect(await enter(member, '', deps)).toBe('fill-in');
    expect(await rowOf(member)).toMatchObject({ wrong: 1 });
  });

  test('of one member lock nobody else', async () => {
    const [member, other] = [await memberWithPassword(), await memberWithPassword()];
    await enterOften(member, WRONG, 6);
    expect(await enter(other, FINANCE_PASSWORD)).toBe('right');
  });
});

describe('in the database', () => {
  test('lies an argon2id hash of the digits with the pepper, good for one member', async () => {
    const [member, other] = [await memberWithPassword(), await memberWithPassword()];
    const { hash } = await rowOf(member);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await wallet.members.passwords.matches(FINANCE_PASSWORD, hash)).toBe(false);
    await club.db
      .updateTable('members.finance_password')
      .set({ hash })
      .where('bucket', '=', other.bucket)
      .where('member_id', '=', other.memberId)
      .execute();
    expect(await enter(other, FINANCE_PASSWORD)).toBe('finance-password-wrong 4');
  });

  test('it takes a newer pepper when it is next entered right; nodes that run find it by themselves', async () => {
    const member = await memberWithPassword();
    const first = await rowOf(member);
    const pepperId = await addPepper(wallet.keysDir);
    const restarted = { ...wallet.members, pepper: await loadPepper(wallet.keysDir) };
    expect(await enter(member, WRONG, restarted)).toBe('finance-password-wrong 4');
    expect((await rowOf(member)).hash).toBe(first.hash);
    expect(await enter(member, FINANCE_PASSWORD, restarted)).toBe('right');
    const second = await rowOf(member);
    expect(second).toMatchObject({ pepper_id: pepperId, set_at: first.set_at });
    expect(second.hash).not.toBe(first.hash);
    // This server was started before the pepper existed.
    expect(await enter(member, FINANCE_PASSWORD)).toBe('right');
    expect(await enter(member, WRONG)).toBe('finance-password-wrong 4');
  });

  test('without its pepper nothing opens, and no try is lost', async () => {
    const member = await memberWithPassword();
    const elsewhere = { ...wallet.members, pepper: await loadPepper(join(wallet.keysDir, 'elsewhere')) };
    expect(await enter(member, FINANCE_PASSWORD, elsewhere)).toContain('there is no pepper');
    expect(await rowOf(member)).toMatchObject({ wrong: 0 });
  });
});
