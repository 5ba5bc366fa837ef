import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { extendPartitions } from '../../src/db/migrate.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { type Club, openClub } from '../kit/club.ts';

// Transfers lie in partitions by day. A thief with the password of a process who could choose the day of one could
// place it in the partition of all other days. The partition of that day could then never be created.

let club: Club;
let mira: Identity;
let titleId: string;
beforeAll(async () => {
  club = await openClub();
  mira = await club.member();
  titleId = await addTitle();
});
afterAll(() => club.close());

const api = (text: string, values: unknown[] = []) => club.pool.query(text, values);
const dayIn = (days: number) => new Date(club.clock.nowMs() + days * DAY_MS).toISOString().slice(0, 10);
const FAR = [-1_000, -2, 1, 2, 41, 60, 400];
const NEVER = ['infinity', '-infinity', '0001-01-01 BC', '294276-01-01', '5874897-01-01'];

/** Days of the transfers that lie outside all daily partitions. */
async function strays(): Promise<unknown[]> {
  const { rows } = await club.owner.query('select day::text, kind from ledger.transfer_rest order by day');
  return rows;
}

async function addTitle(): Promise<string> {
  const [classId, id] = [newId(), newId()];
  await api(`insert into video.class (id, slug, position, texts) values ($1, 'films', 0, '{}')`, [classId]);
  await api(
    `insert into video.title (id, class_id, texts, age, access, price, hours, published_at)
     values ($1, $2, '{}', 0, 'bought', 1, 1, clock.now())`,
    [id, classId],
  );
  return id;
}

test('no function that a process calls with the rights of the owner takes a day', async () => {
  const { rows } = await club.owner.query(
    `select p.oid::regproc::text as name from pg_proc p
     where p.prosecdef and 'date'::regtype = any (p.proargtypes) and exists (
       select from unnest($1::text[]) r (role) where has_function_privilege(r.role, p.oid, 'execute'))`,
    [await Promise.all(Object.values(club.pools).map(async (pool) => (await pool.query('select user')).rows[0].user))],
  );
  expect(rows).toEqual([]);
});

describe('the day of a purchase', () => {
  test('is that of the clock', async () => {
    const id = newId();
    await api('select video.buy_title($1, $2, $3, $4, 1, 1)', [mira.bucket, mira.memberId, id, titleId]);
    const { rows } = await club.owner.query(
      `select p.day::text as bought, t.day::text as posted from video.purchase p join ledger.transfer t on t.ref = p.id
       where p.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ bought: dayIn(0), posted: dayIn(0) }]);
    // A retry after midnight buys nothing twice.
    await club.clock.forward(DAY_MS);
    const again = api('select video.buy_title($1, $2, $3, $4, 1, 1)', [mira.bucket, mira.memberId, id, titleId]);
    await expect(again).rejects.toMatchObject({ code: '23505' });
  });

  test.each([...FAR.map(dayOf), ...NEVER])('cannot be chosen: %s', async (day) => {
    const values = [mira.bucket, mira.memberId, newId(), titleId, day];
    await expect(api('select video.buy_title($1, $2, $3, $4, $5::date, 1, 1)', values)).rejects.toMatchObject({
      code: '42883',
    });
  });
});

/** As `dayIn`, before the club has its clock. */
function dayOf(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

test.each([...FAR.map(dayOf), ...NEVER])('starting credits are posted today, even to who joined on %s', async (day) => {
  const memberId = newId();
  const bucket = Number.parseInt(memberId.slice(-2), 16);
  await api(
    `insert into members.member (bucket, member_id, user_name, password_hash, agreement_version, agreed_at, created_at)
     values ($1, $2, $3, '', 1, clock.now(), $4::timestamptz)`,
    [bucket, memberId, `n${memberId}`, day.startsWith('5874897') ? '294276-01-01' : day],
  );
  await api('select members.grant_start($1, $2)', [bucket, memberId]);
  const { rows } = await club.owner.query('select day::text from ledger.transfer where member_id = $1', [memberId]);
  expect(rows).toEqual([{ day: dayIn(0) }]);
});

describe('the partition of a day', () => {
  test('that has stray rows is left out, and those of the days after it are made', async () => {
    const { bucket, memberId } = mira;
    expect(await strays()).toEqual([]);
    // As an older version of a function posted it.
    const stray = dayIn(42);
    await club.owner.query(
      `insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
       values ($1, $2, $3, $4, 'grant', 'issue', 'available', 1, 1, clock.now())`,
      [bucket, memberId, stray, newId()],
    );
    await club.clock.forward(5 * DAY_MS);
    await extendPartitions(club.jobs);
    const made = async (days: number) => {
      const name = dayIn(days).replaceAll('-', '');
      const { rows } = await club.owner.query(
        'select to_regclass($1) is not null as a, to_regclass($2) is not null as b',
        [`ledger.transfer_${name}`, `lottery.slip_${name}`],
      );
      return [rows[0].a, rows[0].b];
    };
    expect([await made(36), await made(37), await made(38), await made(40)]).toEqual([
      [true, true],
      [false, true],
      [true, true],
      [true, true],
    ]);
    // As an upgrade does.
    await extendPartitions(club.db, 40, 1);
    await club.owner.query('delete from ledger.transfer where day = $1', [stray]);
    await extendPartitions(club.jobs);
    expect([await made(37), await strays()]).toEqual([[true, true], []]);
  });
});
