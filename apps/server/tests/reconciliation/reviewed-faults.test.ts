import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { type Club, openClub } from '../kit/club.ts';
import { ADA, agreed, BO, enterTwo } from '../kit/staff.ts';

// Faults count as reviewed only by a proposal to reopen that two people with the required roles agreed on.

let club: Club;
let proposal: string;
beforeAll(async () => {
  club = await openClub();
  await enterTwo(club);
});
beforeEach(async () => {
  await owner('delete from ledger.fault');
  await owner(`update staff.account set role = 'finance', disabled_at = null, handed_by = null, handed_at = null`);
  await club.clock.forward(1_000);
  await fault();
  proposal = await agreed(club, { what: 'reopening', subject: 'money-in', body: {} });
});
afterAll(() => club.close());

const owner = (text: string, values: unknown[] = []) => club.owner.query(text, values);
const fault = (at = 'clock.now()') =>
  owner(`insert into ledger.fault (id, what, found_at) values ($1, 'no-cause', ${at})`, [randomBytes(32)]);

/** The number of open faults, and the number that this proposal reviewed. */
async function review(id = proposal): Promise<[left: number | null, reviewed: number]> {
  const { rows } = await club.pools.jobs.query('select ledger.review_faults($1) as left', [id]);
  const { rows: reviewed } = await owner('select count(*)::integer as n from ledger.fault where review = $1', [id]);
  return [rows[0].left, reviewed[0].n];
}

test('what was found before the proposal is reviewed by it, and what was found after it is not', async () => {
  await fault(`clock.now() + interval '1 millisecond'`);
  expect(await review()).toEqual([1, 1]);
  await club.clock.forward(1_000);
  const second = await agreed(club, { what: 'reopening', subject: 'money-in', body: {} });
  expect(await review(second)).toEqual([0, 1]);
  expect(await review(), 'each by its own').toEqual([0, 1]);
});

test('owners count as people of finance do', async () => {
  await owner(`update staff.account set role = 'owner' where id = $1`, [ADA]);
  expect(await review()).toEqual([0, 1]);
});

describe('nothing is reviewed by', () => {
  const LATELY = `update staff.account set handed_by = '${ADA}', handed_at = clock.now() - interval '7 days'`;
  test.each([
    ['a proposal of another kind', `update staff.proposal set what = 'table'`],
    ['one about something else', `update staff.proposal set subject = 'table/dice-60'`],
    ['one that was declined', `update staff.proposal set decision = 'declined'`],
    ['somebody who is gone', `update staff.account set disabled_at = clock.now() where id = '${BO}'`],
    ['somebody of support', `update staff.account set role = 'support' where id = '${BO}'`],
    ['somebody who was let in lately', `${LATELY} + interval '1 second' where id = '${BO}'`],
  ])('%s', async (_, change) => {
    await owner(change);
    expect(await review()).toEqual([null, 0]);
    await owner(`delete from staff.proposal`);
  });

  test('a proposal that is not there', async () => {
    expect((await review(newId()))[0]).toBeNull();
  });
});

test('who was let in seven days ago counts', async () => {
  await owner(`update staff.account set handed_by = $1, handed_at = clock.now() - interval '7 days' where id = $2`, [
    ADA,
    BO,
  ]);
  expect(await review()).toEqual([0, 1]);
});
