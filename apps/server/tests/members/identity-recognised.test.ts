import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { eraseExpired } from '../../src/jobs/erase-expired.ts';
import { noteClosureDone, startClosure } from '../../src/members/account/closures.ts';
import { exclusionOf } from '../../src/members/limits/exclusion-in-force.ts';
import { copyExclusion, exclude } from '../../src/members/limits/exclusions.ts';
import { notePersonMark, type PersonMark } from '../../src/members/persons/person-keys.ts';
import { listPossibleMatches } from '../../src/members/persons/possible-matches.ts';
import { renewNameFingerprints } from '../../src/members/persons/renew-name-fingerprints.ts';
import { type Club, openClub } from '../kit/club.ts';
import { documentOf, hearIdentity, newsOf, openTestIdentity, startOne, type TestIdentity } from '../kit/identity.ts';
import { nameMember } from '../kit/persons.ts';
import { openWallet, type TestWallet } from '../kit/wallet.ts';

let club: Club;
let wallet: TestWallet;
let identity: TestIdentity;
let mira: Identity;
let again: Identity;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  identity = openTestIdentity(club, wallet);
});
beforeEach(async () => {
  mira = await club.member();
  again = await club.member();
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

const HALF_YEAR = { kind: 'self-exclusion', months: 6 } as const;
const DAY = { kind: 'time-out', hours: 24 } as const;
const selfExclude = (member = mira) => transaction(club.api, (tx) => exclude(tx, wallet.members, member, HALF_YEAR));
const kindOf = async (member: Identity) => (await exclusionOf(club.db, member))?.kind ?? null;

/** Sets a real name and copies it to the fingerprints, like the endpoints. */
function name(member: Identity, realName: string): Promise<unknown> {
  return nameMember(club.db, member, realName).then(() => copy(member));
}

function bind(member: Identity, mark: PersonMark): Promise<unknown> {
  return transaction(club.api, async (tx) => {
    await notePersonMark(tx, wallet.members.personKey, member, mark);
    await copyExclusion(tx, wallet.members, member);
  });
}

function copy(member: Identity): Promise<boolean> {
  return transaction(club.api, (tx) => copyExclusion(tx, wallet.members, member));
}

async function show(member: Identity, documentNumber: string, realName = 'Oyun Dorj'): Promise<void> {
  const person = documentOf({ documentNumber, realName });
  await hearIdentity(club, identity, newsOf(club, await startOne(identity, member), { kind: 'verified', person }));
}

describe('house rule 9: a person who excluded himself is known again in another account', () => {
  test('by name and birth date, however the name is written', async () => {
    await name(mira, 'Sarnai Weiß');
    await selfExclude();
    await name(again, 'ＷＥＩＳＳ   sarnai');
    expect(await kindOf(again)).toBe('self-exclusion');
  });

  test.each([
    ['Đỗ Văn Đức', 'DO VAN DUC'],
    ['Jürgen Müller', 'MUELLER JUERGEN'],
    ['Søren Kjær', 'SOEREN KJAER'],
    ['Søren Lund', 'SOREN LUND'],
    ['Łukasz Wałęsa', 'WALESA LUKASZ'],
    ['Бат-Эрдэнэ', 'BATERDENE'],
    ['Ҷамшед Раҳмонов', 'JAMSHED RAHMONOV'],
    ['Նարեկ Սարգսյան', 'NAREK SARGSYAN'],
    ['Maria Col·lell', 'COLLELL MARIA'],
    ['瓦歷斯·諾幹', '瓦歷斯・諾幹'],
    ['Ana\u200b Petrova', 'Ana Petrova'],
    ['KIM MIN JUN', 'Minjun Kim'],
  ])('also as a document spells it: %s is %s, live and after the account was erased', async (first, second) => {
    const later = await club.member();
    await name(mira, first);
    await selfExclude();
    await name(again, second);
    expect(await kindOf(again)).toBe('self-exclusion');
    await club.owner.query('delete from members.real_name where member_id = any ($1)', [
      [mira.memberId, again.memberId],
    ]);
    await name(later, second);
    expect(await kindOf(later)).toBe('self-exclusion');
  });

  test.each([
    ['Li Na', 'Lina'],
    ['Anna Le', 'Leanna'],
    ['Ma Ying', 'Maria Ying'],
  ])('not where two people are namesakes in one spelling: %s and %s', async (first, second) => {
    await name(mira, first);
    await selfExclude();
    await name(again, second);
    expect(await kindOf(again)).toBe(null);
    expect((await listPossibleMatches(club.api, { state: 'open', limit: 100 })).items).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ memberId: again.memberId })]),
    );
  });

  test('and the accounts of one birth date are read once for it', async () => {
    await name(mira, 'Oyun Dorj');
    const requests: string[] = [];
    const { query } = pg.Client.prototype;
    pg.Client.prototype.query = function (this: pg.Client, ...of: unknown[]) {
      const [first] = of as [string | { text: string }];
      requests.push(typeof first === 'string' ? first : first.text);
      return (query as (...of: unknown[]) => unknown).apply(this, of);
    } as typeof query;
    try {
      await copy(mira);
      await selfExclude();
    } finally {
      pg.Client.prototype.query = query;
    }
    // Once when the account is named, and once when it is excluded.
    expect(requests.filter((text) => text.includes('o.birth_date = '))).toHaveLength(2);
  });

  test('a name with a part missing binds nobody: staff are asked, once, whichever account was there first', async () => {
    const [full, short, stranger] = ['Nguyễn Thị Minh Khai', 'NGUYEN KHAI', 'Nguyễn Văn Khai'];
    const later = await club.member();
    await name(again, short);
    await name(mira, full);
    await selfExclude();
    await selfExclude();
    await name(later, 'N. KHAI');
    const unlike = await club.member();
    await name(unlike, stranger.replace('Khai', 'An'));
    const accounts = [again, later, unlike];
    expect(await Promise.all(accounts.map(kindOf))).toEqual([null, null, null]);
    await copy(later);
    const { items } = await listPossibleMatches(club.api, { state: 'open', limit: 100 });
    const found = items.filter(({ otherId }) => otherId === mira.memberId);
    expect(found.map(({ memberId, realName, otherRealName }) => [memberId, realName, otherRealName])).toEqual([
      [again.memberId, short, full],
      [later.memberId, 'N. KHAI', full],
    ]);
    expect(found.every(({ otherUntilMs }) => (otherUntilMs ?? 0) > club.clock.nowMs())).toBe(true);
  });

  test('a document with the whole name makes the whole name known', async () => {
    await name(mira, 'Minh Khai');
    await show(mira, 'whole-1', 'NGUYEN THI MINH KHAI');
    await selfExclude();
    await name(again, 'Nguyễn Thị Minh Khai');
    expect(await kindOf(again)).toBe('self-exclusion');
  });

  test('names that were noted in one form alone are noted in all of them by the job', async () => {
    const stranger = await club.member();
    const former = wallet.members.personKey.hashes({
      kind: 'name',
      realName: 'Đặng Thị Hoà',
      birthDate: '1990-01-01',
    })[0];
    await nameMember(club.db, mira, 'Đặng Thị Hoà');
    await club.owner.query(
      `insert into members.person_fingerprint (bucket, member_id, kind, hash) values ($1, $2, 'name', $3)`,
      [mira.bucket, mira.memberId, former],
    );
    expect(await renewNameFingerprints(club.jobs, wallet.members.personKey)).toBe(1);
    expect(await renewNameFingerprints(club.jobs, wallet.members.personKey)).toBe(0);
    await selfExclude();
    await club.owner.query('delete from members.real_name where member_id = $1', [mira.memberId]);
    await name(again, 'DANG THI HOA');
    expect(await kindOf(again)).toBe('self-exclusion');
    await name(stranger, 'DANG THI HONG');
    expect(await kindOf(stranger)).toBeNull();
  });

  test('by the document, whatever name they give now and however its number is spaced', async () => {
    await show(mira, 'PQ 4815-1623');
    await selfExclude();
    await name(again, 'Tuul Ganbold');
    await show(again, 'pq48151623', 'Oyun Dorj');
    expect(await kindOf(again)).toBe('self-exclusion');
    const { rows } = await club.owner.query(
      'select from members.session where member_id = $1 and ended_at is null and not restricted',
      [again.memberId],
    );
    expect(rows).toHaveLength(0);
  });

  test('by the account and by the card', async () => {
    const other = await club.member();
    await bind(mira, { kind: 'iban', iban: 'DE89370400440532013000' });
    await bind(mira, { kind: 'card', provider: 'sandbox', fingerprint: 'f1' });
    await transaction(club.api, (tx) => exclude(tx, wallet.members, mira, DAY));
    await bind(again, { kind: 'card', provider: 'sandbox', fingerprint: 'f1' });
    await bind(other, { kind: 'iban', iban: 'DE89370400440532013000' });
    expect([await kindOf(again), await kindOf(other)]).toEqual(['time-out', 'time-out']);
    const third = await club.member();
    await bind(third, { kind: 'card', provider: 'adyen', fingerprint: 'f1' });
    expect(await kindOf(third)).toBeNull();
  });

  test('but an account of somebody with another birth date is another’s, whoever typed it', async () => {
    const iban = { kind: 'iban', iban: 'BE68539007547034' } as const;
    await club.owner.query(`update members.member set birth_date = '1961-04-01' where member_id = $1`, [mira.memberId]);
    await bind(again, iban);
    await bind(mira, iban);
    await selfExclude();
    await bind(again, { kind: 'card', provider: 'sandbox', fingerprint: 'f9' });
    expect(await kindOf(again)).toBeNull();
  });

  test('nor does the same break again and again touch the other account', async () => {
    await name(mira, 'Otgon Sukh');
    await name(again, 'Otgon Sukh');
    for (let n = 0; n < 3; n++) await transaction(club.api, (tx) => exclude(tx, wallet.members, mira, DAY));
    const { rows } = await club.owner.query(
      `select 'exclusion' as what from members.exclusion where member_id = $1
       union all select 'session' from members.session where member_id = $1 and ended_at is null order by 1`,
      [again.memberId],
    );
    expect(rows.map(({ what }) => what)).toEqual(['exclusion', 'session']);
  });

  test('and who has two accounts already is excluded in both at once', async () => {
    await show(mira, 'both-1');
    await show(again, 'both-1');
    await selfExclude();
    expect(await kindOf(again)).toBe('self-exclusion');
  });

  test('but two people who share an account are two, where both showed who they are', async () => {
    const shared = { kind: 'iban', iban: 'NL91ABNA0417164300' } as const;
    await club.owner.query(`update members.member set birth_date = '1970-01-02' where member_id = $1`, [
      again.memberId,
    ]);
    await show(mira, 'spouse-1', 'Bat Erdene');
    const person = documentOf({ documentNumber: 'spouse-2', realName: 'Saran Erdene', birthDate: '1970-01-02' });
    await hearIdentity(club, identity, newsOf(club, await startOne(identity, again), { kind: 'verified', person }));
    await bind(mira, shared);
    await selfExclude();
    await bind(again, shared);
    expect(await kindOf(again)).toBeNull();
  });

  test('but nobody excludes another, who showed their document, by typing their name or their account', async () => {
    const victim = await club.member();
    const shared = { kind: 'iban', iban: 'FR7630006000011234567890189' } as const;
    await show(victim, 'victim-1', 'Naran Tuya');
    await bind(victim, shared);
    await name(mira, 'Naran Tuya');
    await bind(mira, shared);
    await selfExclude();
    expect(await kindOf(victim)).toBeNull();
    // Nor later, when the other member enters a name, binds an account or shows a document again.
    await copy(victim);
    expect(await kindOf(victim)).toBeNull();
    // The excluded member is bound by a typed name, and so is an account that only typed the name.
    await name(again, 'Naran Tuya');
    expect(await kindOf(again)).toBe('self-exclusion');
    // A document excludes the account that shows it, and accounts where the same person typed their name.
    await transaction(club.api, (tx) => exclude(tx, wallet.members, victim, HALF_YEAR));
    const third = await club.member();
    await name(third, 'Naran Tuya');
    expect(await kindOf(third)).toBe('self-exclusion');
  });

  test('also after they left and their data was erased, also when the months have passed: it has not ended', async () => {
    const startMs = club.clock.nowMs();
    await name(mira, 'Khulan Bold');
    await show(mira, 'left-1', 'Khulan Bold');
    await selfExclude();
    await transaction(club.api, (tx) => startClosure(tx, wallet.members.sessions, mira));
    await transaction(club.jobs, (tx) => noteClosureDone(tx, mira));
    for (const table of ['real_name', 'identity_check', 'member']) {
      await club.owner.query(`delete from members.${table} where member_id = $1`, [mira.memberId]);
    }
    await club.clock.set(startMs + 30 * DAY_MS);
    await eraseExpired(club.jobs);
    await name(again, 'khulan bold');
    expect(await kindOf(again)).toBe('self-exclusion');
    const other = await club.member();
    await show(other, 'left-1', 'Somebody Else');
    expect(await kindOf(other)).toBe('self-exclusion');

    await club.clock.set(startMs + 400 * DAY_MS);
    await eraseExpired(club.jobs);
    const { rows } = await club.owner.query('select from members.person_fingerprint where member_id = $1', [
      mira.memberId,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    const stored = await club.owner.query('select from members.person_fingerprint where member_id = $1', [
      again.memberId,
    ]);
    expect(stored.rowCount).toBeGreaterThan(0);
    await club.clock.set(startMs);
  });
});
