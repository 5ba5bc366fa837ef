import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countByKey, reencryptAll } from '../../src/cli/encrypted-rows.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { eraseExpired } from '../../src/jobs/erase-expired.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { chooseMadeAvatar, setMemberPicture } from '../../src/members/account/avatars.ts';
import { noteClosureDone, startClosure } from '../../src/members/account/closures.ts';
import { userNamesOf } from '../../src/members/account/names.ts';
import { userNameFault } from '../../src/members/account/user-names.ts';
import { exclude } from '../../src/members/limits/exclusions.ts';
import { setLimit } from '../../src/members/limits/limits.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { postAll, transferOf } from '../kit/money.ts';
import { ADA, BO } from '../kit/staff.ts';
import { makeReady, openWallet, startOne, type TestWallet } from '../kit/wallet.ts';

const YEAR_MS = 366 * DAY_MS;
/** Retention in years of money, bets, person and consents in retention.json. */
const YEARS = 5;

let club: Club;
let wallet: TestWallet;
let table: OpenTable;
let startMs: number;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  startMs = club.clock.nowMs();
});
beforeEach(() => club.at(startMs));
afterAll(async () => {
  wallet.close();
  await club.close();
});

const erase = () => eraseExpired(club.jobs);

/** A former member with a name, a card, a bet, limits and a top-up. */
async function fullMember(): Promise<Identity> {
  const member = await club.member({ credits: 1_000n });
  await makeReady(club, wallet, member);
  await startOne(wallet, member, 1_000n);
  await club.place(member, table, [{ bet: 'big', stakeMinor: 1_000n }]);
  await transaction(club.api, (tx) => setLimit(tx, member, 'stake-slip', 5_000n));
  await transaction(club.api, (tx) => setLimit(tx, member, 'stake-slip', 4_000n));
  await transaction(club.api, (tx) => setLimit(tx, member, 'stake-slip', 8_000n));
  return member;
}

async function leave(member: Identity): Promise<void> {
  await transaction(club.api, (tx) => startClosure(tx, wallet.members.sessions, member));
  await transaction(club.jobs, (tx) => noteClosureDone(tx, member));
}

async function gone(): Promise<Identity> {
  const member = await fullMember();
  await leave(member);
  return member;
}

/** Tables with rows of members that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await club.owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('members', 'payments', 'lottery', 'ledger', 'complaints', 'desk', 'directory')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await club.owner.query(`select 1 from ${name} t where t::text ilike $1 limit 1`, [
      `%${text}%`,
    ]);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

async function rowsOf(name: string, { bucket, memberId }: Identity): Promise<Record<string, unknown>[]> {
  const { rows } = await club.owner.query(`select * from ${name} where bucket = $1 and member_id = $2`, [
    bucket,
    memberId,
  ]);
  return rows;
}

const kindsErased = async (member: Identity) =>
  (await rowsOf('members.erasure', member)).map(({ kind }) => kind).sort();

describe('an avatar', () => {
  test('is gone when its member closes the account, bytes and all, and none can be set again', async () => {
    const member = await fullMember();
    await transaction(club.api, (tx) => setMemberPicture(tx, member, Buffer.from('picture')));
    await transaction(club.api, (tx) => startClosure(tx, wallet.members.sessions, member));
    expect(await rowsOf('members.avatar', member)).toEqual([]);
    for (const set of [
      transaction(club.api, (tx) => setMemberPicture(tx, member, Buffer.from('picture'))),
      transaction(club.api, (tx) => chooseMadeAvatar(tx, member, 'made-1')),
    ]) {
      await expect(set).rejects.toMatchObject({ code: 'closing' });
    }
  });

  test('that an earlier closing has left goes by the job; of those who stay none does', async () => {
    const [left, stays] = [await fullMember(), await fullMember()];
    await leave(left);
    for (const { bucket, memberId } of [left, stays]) {
      await club.owner.query(
        `insert into members.avatar (bucket, member_id, made, set_at) values ($1, $2, 'made-1', clock.now())`,
        [bucket, memberId],
      );
    }
    await erase();
    expect(await rowsOf('members.avatar', left)).toEqual([]);
    expect(await rowsOf('members.avatar', stays)).toHaveLength(1);
  });
});

describe('after its years', () => {
  test('all that says who somebody is goes; postings and slips stay, and add up', async () => {
    const member = await gone();
    const stored = ['ledger.transfer', 'ledger.balance', 'lottery.slip'];
    const before = await Promise.all(stored.map((name) => rowsOf(name, member)));
    await club.at(startMs + YEARS * YEAR_MS - 10 * DAY_MS);
    await erase();
    expect(await kindsErased(member)).toEqual([]);
    await club.at(startMs + YEARS * YEAR_MS);
    await erase();
    expect(await kindsErased(member)).toEqual(['bets', 'consents', 'money', 'person']);

    expect(await Promise.all(stored.map((name) => rowsOf(name, member)))).toEqual(before);
    expect(before.map((rows) => rows.length > 0)).toEqual([true, true, true]);
    expect(await reconcile(club.jobs)).toEqual([]);
    const empty = [
      ...['members.real_name', 'members.finance_password', 'members.session', 'members.consent', 'members.limit_set'],
      ...['members.limit_request', 'members.recovery_code', 'complaints.complaint', 'lottery.play_session'],
    ];
    for (const name of empty) expect([name, await rowsOf(name, member)]).toEqual([name, []]);
    expect(await rowsOf('members.member', member)).toMatchObject([
      { user_name: member.memberId, password_hash: '', birth_date: null, sex: null, locale: null },
    ]);
    expect((await rowsOf('lottery.slip_key', member)).map(({ salt }) => salt)).toEqual([null]);
    expect(await rowsOf('payments.payee', member)).toMatchObject([
      {
        holder: '',
        masked: '',
        phone_masked: '',
        bank_code: '',
        encrypted: Buffer.alloc(0),
        ended_at: expect.any(Date),
      },
    ]);
    expect(await rowsOf('payments.top_up', member)).toMatchObject([{ checkout_url: null, checkout_ref: null }]);
    // The name itself is erased with the last liabilities that contain it.
    expect(await tablesWith(member.userName)).toEqual(['members.erasure']);
    await club.at(startMs + YEARS * YEAR_MS + 37 * DAY_MS);
    await erase();
    expect(await tablesWith(member.userName)).toEqual([]);
  });

  test('doing it again does nothing, and what was broken off goes on', async () => {
    const [member, other] = [await gone(), await gone()];
    await club.at(startMs + YEARS * YEAR_MS);
    await club.owner.query('delete from members.limit_set where member_id = $1', [member.memberId]);
    await erase();
    for (const one of [member, other]) expect(await kindsErased(one)).toHaveLength(4);
    expect(await erase()).toBe(0);
    await Promise.all([erase(), erase()]);
    for (const one of [member, other]) expect(await kindsErased(one)).toHaveLength(4);
  });

  test('an earlier debt is proved with the member’s name, and a later one with a name that nobody can register', async () => {
    const member = await gone();
    const erasedMs = startMs + YEARS * YEAR_MS;
    await club.at(erasedMs);
    await erase();
    const nameAt = async (atMs: number) => {
      const { bucket, memberId } = member;
      return (await userNamesOf(club.db, { from: bucket, to: bucket }, atMs)).get(memberId);
    };
    expect(await nameAt(erasedMs - 1)).toBe(member.userName);
    expect(await nameAt(erasedMs)).toBe(member.memberId);
    expect(userNameFault(member.memberId)).toBe('user-name-bad');
  });

  test('keys can be changed: what is empty counts as encrypted under none', async () => {
    await gone();
    await club.at(startMs + YEARS * YEAR_MS);
    await erase();
    expect((await countByKey(club.db)).map(({ keyId }) => keyId)).not.toContain('');
    expect((await reencryptAll(club.db, wallet.payments.cipher)).flatMap(({ unreadable }) => unreadable)).toEqual([]);
  });
});

describe('nothing goes while it may still be needed:', () => {
  test.each<[string, (member: Identity) => Promise<unknown>, string[]]>([
    ['money that is here', (member) => postAll(club.db, [transferOf(member, 'grant', 500n)]), []],
    [
      'an order of an authority',
      ({ bucket, memberId }) =>
        club.owner.query(
          `insert into payments.legal_hold (bucket, member_id, id, authority, reference, proposed_by, confirmed_by,
             proposed_at, from_at, expires_at)
           select $1, $2, $3, 'a', 'r', $4, $5, t.end - interval '30 days', t.end - interval '30 days', t.end
           from (select clock.now() + interval '9 years' as end) t`,
          [bucket, memberId, randomUUID(), ADA, BO],
        ),
      [],
    ],
    [
      'an exclusion that still runs, which binds the person',
      (member) =>
        transaction(club.api, (tx) => exclude(tx, wallet.members, member, { kind: 'self-exclusion', months: 72 })),
      ['bets', 'consents', 'money'],
    ],
    [
      'a question that nobody has answered',
      ({ bucket, memberId }) =>
        club.owner.query(
          `insert into complaints.complaint (bucket, member_id, id, slip_id, draw_id, receipt_hash, evidence,
             evidence_hash, asked_at, due_at)
           values ($1, $2, $3, $3, 'd', '', '', '', clock.now(), clock.now())`,
          [bucket, memberId, randomUUID()],
        ),
      ['consents', 'money', 'person'],
    ],
  ])('%s', async (_, need, others) => {
    const member = await fullMember();
    await need(member);
    await leave(member);
    await club.at(startMs + YEARS * YEAR_MS);
    await erase();
    expect(await kindsErased(member)).toEqual(others);
  });

  test('lines of the statement that came after the account was closed', async () => {
    const member = await gone();
    await club.at(startMs + YEAR_MS);
    await postAll(club.db, [transferOf(member, 'grant', 500n), transferOf(member, 'stake', 500n)]);
    await club.at(startMs + YEARS * YEAR_MS);
    await erase();
    expect(await kindsErased(member)).toEqual([]);
    await club.at(startMs + (YEARS + 1) * YEAR_MS + DAY_MS);
    await erase();
    expect(await kindsErased(member)).toHaveLength(4);
  });

  test('an account that is open, however old', async () => {
    const member = await fullMember();
    await club.at(startMs + 3 * YEARS * YEAR_MS);
    await erase();
    expect(await rowsOf('members.real_name', member)).toHaveLength(1);
    // Terms, rules and privacy.
    expect(await rowsOf('members.consent', member)).toHaveLength(3);
  });
});
