import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { type Club, openClub } from '../kit/club.ts';
import { nameMember } from '../kit/persons.ts';

// Retention counts from the time at which a closure was done. A thief with the password of a process who could choose
// that time could have the data of an account erased years early.

let club: Club;
let member: Identity;
beforeAll(async () => {
  club = await openClub();
});
beforeEach(async () => {
  member = await club.member({ credits: 0n });
  await nameMember(club.db, member);
});
afterAll(() => club.close());

const REFUSED = { code: '42501' };
const of = () => [member.bucket, member.memberId];
const close = () =>
  club.pool.query('insert into members.closure (bucket, member_id, asked_at) values ($1, $2, clock.now())', of());
const done = (at: string) =>
  club.pools.jobs.query(`update members.closure set done_at = ${at} where bucket = $1 and member_id = $2`, of());

const erase = () => club.pools.jobs.query(`select members.erase_account('person', $1::smallint, $2::uuid)`, of());

test('a closure is done now, once, and nothing is erased until its time is over', async () => {
  await close();
  for (const at of [`'1990-01-01'`, `clock.now() - interval '1 hour'`, `clock.now() + interval '1 hour'`, 'null']) {
    await expect(done(at), at).rejects.toMatchObject(REFUSED);
  }
  expect((await done('clock.now()')).rowCount).toBe(1);
  for (const at of [`'1990-01-01'`, 'clock.now()', 'null']) expect((await done(at)).rowCount, at).toBe(0);
  await expect(erase()).rejects.toMatchObject({ code: 'TC001' });
  const { rows } = await club.owner.query(`select years from members.retention where kind = 'person'`);
  await club.clock.forward((rows[0].years * 366 + 1) * DAY_MS);
  await erase();
  const names = await club.owner.query('select from members.real_name where member_id = $1', [member.memberId]);
  expect(names.rows).toEqual([]);
});

test('a closure is not added as done', async () => {
  const row = 'insert into members.closure (bucket, member_id, asked_at, done_at) values ($1, $2, clock.now(), $3)';
  for (const pool of Object.values(club.pools)) {
    for (const at of [new Date(0), new Date(club.clock.nowMs())]) {
      await expect(pool.query(row, [...of(), at])).rejects.toMatchObject(REFUSED);
    }
  }
});
