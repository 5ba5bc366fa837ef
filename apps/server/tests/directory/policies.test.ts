import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sqlState } from '../../src/db/transaction.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type AddedHost, addCity, addHost } from '../kit/hosts.ts';

// With the API's role, without the server's code: expired rows cannot be changed.

let club: Club;
let app: pg.Client;
let host: AddedHost;
beforeAll(async () => {
  club = await openClub();
  app = new pg.Client({ connectionString: club.database.urls.api });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await club.close();
});
beforeEach(async () => {
  host = await addHost(club, { cityId: await addCity(club) });
});

/** Number of changed rows, or the SQLSTATE. */
async function outcome(statement: string): Promise<number | string> {
  try {
    return (await app.query(statement, [host.hostId])).rowCount ?? 0;
  } catch (error) {
    return sqlState(error) ?? String(error);
  }
}

const REFUSED = '42501';

test.each([
  [
    'a yes that was taken back',
    'update directory.consent set withdrawn_at = clock.now() where host_id = $1',
    'update directory.consent set withdrawn_at = null where host_id = $1',
  ],
  [
    'a look that counts no more',
    'update directory.verification set revoked_at = clock.now() where host_id = $1',
    'update directory.verification set revoked_at = null where host_id = $1',
  ],
  [
    'a picture that was removed',
    'update directory.picture set removed_at = clock.now(), picture = null where host_id = $1',
    `update directory.picture set removed_at = null, picture = 'x' where host_id = $1`,
  ],
  [
    'a host who was removed',
    'update directory.host set removed_at = clock.now() where id = $1',
    'update directory.host set removed_at = null where id = $1',
  ],
  [
    'a link that has ended',
    'update directory.link set ended_at = clock.now() where host_id = $1',
    'update directory.link set ended_at = null where host_id = $1',
  ],
])('%s', async (_, ends, undoes) => {
  expect(await outcome(ends)).toBeGreaterThan(0);
  expect([0, REFUSED]).toContain(await outcome(undoes));
});

test('a report that is decided, and one that is made up as decided', async () => {
  const { bucket, memberId } = await club.member();
  const add = (decided: string) => `insert into directory.report (bucket, member_id, id, key, host_id, reason, words, at
      ${decided === '' ? '' : ', decided_at, decided_by, outcome, answer'})
    values (${bucket}, '${memberId}', gen_random_uuid(), gen_random_uuid(), $1, 'age', 'as it is', clock.now() ${decided})`;
  expect(await outcome(add(`, clock.now(), gen_random_uuid(), 'dismissed', 'no'`))).toBe(REFUSED);
  expect(await outcome(add(''))).toBe(1);
  const decide = `update directory.report set decided_at = '${new Date(club.clock.nowMs()).toISOString()}',
    decided_by = '${randomUUID()}', outcome = 'upheld', answer = 'yes' where host_id = $1`;
  expect(await outcome(decide)).toBe(1);
  expect(await outcome(decide)).toBe(0);
  expect(await outcome('delete from directory.report where host_id = $1')).toBe(REFUSED);
});

test('nobody is entered as seen by two, shown, or said yes for in one step', async () => {
  const at = `clock.now(), clock.now() + interval '1 day', 'seen in person'`;
  const two = `insert into directory.verification
      (id, host_id, kind, verified_at, until_at, note, noted_by, confirmed_by, confirmed_at)
    values (gen_random_uuid(), $1, 'identity', ${at}, gen_random_uuid(), gen_random_uuid(), clock.now())`;
  expect(await outcome(two)).toBe(REFUSED);
  const shown = `insert into directory.host (id, city_id, services, languages, texts, created_at)
    select gen_random_uuid(), city_id, services, languages, texts, clock.now() from directory.host where id = $1`;
  expect(await outcome(shown)).toBe(REFUSED);
  expect(
    await outcome('update directory.verification set confirmed_at = null, confirmed_by = null where host_id = $1'),
  ).toBe(REFUSED);
});
