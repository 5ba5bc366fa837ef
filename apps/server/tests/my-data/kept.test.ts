import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { eraseExpired } from '../../src/jobs/erase-expired.ts';
import { noteClosureDone, startClosure } from '../../src/members/account/closures.ts';
import { RETENTION } from '../../src/members/account/retention.ts';
import { notifyMember } from '../../src/members/messages/messages.ts';
import { createSessions } from '../../src/members/sessions/sessions.ts';
import { notePlay } from '../../src/video/play-counts.ts';
import { noteProgress, setVideoChoice } from '../../src/video/watch-history.ts';
import { addLater } from '../../src/video/watch-later.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addTitle } from '../kit/films.ts';

const YEAR_MS = 366 * 86_400_000;
/** Longer than a session can last. */
const SESSION_MS_MAX = 100 * DAY_MS;

let club: Club;
let startMs: number;
beforeAll(async () => {
  club = await openClub();
  startMs = club.clock.nowMs();
});
beforeEach(() => club.clock.set(startMs));
afterAll(() => club.close());

async function notifiedMember(): Promise<Identity> {
  const member = await club.member();
  await tell(member);
  return member;
}

function tell(member: Identity): Promise<void> {
  return transaction(club.api, (tx) => notifyMember(tx, member, { kind: 'general', params: {} }));
}

async function leave(member: Identity, { done = true } = {}): Promise<void> {
  await transaction(club.api, (tx) => startClosure(tx, createSessions(club.db), member));
  if (done) await transaction(club.jobs, (tx) => noteClosureDone(tx, member));
}

async function held({ memberId }: Identity): Promise<{ sessions: number; messages: number; others: number }> {
  const { rows } = await club.owner.query(
    `select (select count(*)::int from members.session where member_id = $1) as sessions,
       (select count(*)::int from members.message where member_id = $1) as messages,
       (select count(*)::int from members.member where member_id = $1)
         + (select count(*)::int from members.consent where member_id = $1)
         + (select count(*)::int from ledger.transfer where member_id = $1) as others`,
    [memberId],
  );
  return rows[0];
}

test('sign-ins and messages go once their time is over, of members who left and were paid out alone', async () => {
  const [gone, paying, staying] = [await notifiedMember(), await notifiedMember(), await notifiedMember()];
  await leave(gone);
  await leave(paying, { done: false });
  const before = await held(gone);
  expect(before).toMatchObject({ sessions: 1, messages: 1 });
  await club.clock.set(startMs + YEAR_MS - 2 * DAY_MS);
  await eraseExpired(club.jobs);
  expect(await held(gone)).toEqual(before);
  await club.clock.set(startMs + SESSION_MS_MAX + YEAR_MS);
  // Data with its own, longer retention is unchanged.
  expect(await eraseExpired(club.jobs)).toBe(2);
  expect(await held(gone)).toEqual({ ...before, sessions: 0, messages: 0 });
  expect(await held(paying)).toEqual(before);
  expect(await held(staying)).toEqual(before);
});

test('what comes after an account was closed is kept as long from then', async () => {
  const member = await notifiedMember();
  await leave(member);
  await club.clock.set(startMs + SESSION_MS_MAX + YEAR_MS - DAY_MS);
  await tell(member);
  await club.clock.set(startMs + SESSION_MS_MAX + YEAR_MS);
  await eraseExpired(club.jobs);
  expect(await held(member)).toMatchObject({ sessions: 0, messages: 1 });
});

test('a browser that was told of messages, and what it was told of, are forgotten when everything is paid out', async () => {
  const member = await club.member();
  await club.owner.query(
    `insert into members.push_subscription (bucket, member_id, id, endpoint_hash, encrypted, key_id, session_hash, created_at)
     values ($1, $2, gen_random_uuid(), sha256('x'), 'x', 'k', 'x', clock.now())`,
    [member.bucket, member.memberId],
  );
  await club.owner.query(
    `insert into members.push_setting (bucket, member_id, muted, set_at) values ($1, $2, '{play}', clock.now())`,
    [member.bucket, member.memberId],
  );
  const rowsOf = async (table: string) =>
    (await club.owner.query(`select from members.${table} where member_id = $1`, [member.memberId])).rowCount;
  const count = async () => [await rowsOf('push_subscription'), await rowsOf('push_setting')];
  await leave(member, { done: false });
  await club.clock.forward(DAY_MS);
  await eraseExpired(club.jobs);
  expect(await count()).toEqual([1, 1]);
  await leave(member);
  await club.clock.forward(DAY_MS);
  await eraseExpired(club.jobs);
  expect(await count()).toEqual([0, 0]);
});

test('what somebody watched is forgotten when everything is paid out', async () => {
  const member = await club.member();
  const title = await addTitle(club);
  await transaction(club.api, (tx) => noteProgress(tx, member, title, 1_000));
  await transaction(club.api, (tx) => setVideoChoice(tx, member, { access: false }));
  await transaction(club.api, (tx) => notePlay(tx, member, title));
  await transaction(club.api, (tx) => addLater(tx, member, title));
  const count = async () => {
    const { rows } = await club.owner.query(
      `select (select count(*) from video.progress where member_id = $1)
         + (select count(*) from video.choice where member_id = $1)
         + (select count(*) from video.later where member_id = $1)
         + (select count(*) from video.play where member_id = $1) as n`,
      [member.memberId],
    );
    return Number(rows[0].n);
  };
  await club.clock.forward(DAY_MS);
  await eraseExpired(club.jobs);
  expect(await count()).toBe(4);
  await leave(member);
  await club.clock.forward(DAY_MS);
  await eraseExpired(club.jobs);
  expect(await count()).toBe(0);
});

test('what is said to be erased by itself is what the job erases, with its years', async () => {
  const stated = RETENTION.filter(({ erased }) => !['at-closing', 'acts-stay', 'never'].includes(erased));
  const { rows } = await club.owner.query('select kind, years from members.retention');
  expect(Object.fromEntries(stated.map(({ kind, years }) => [kind, years]))).toEqual(
    Object.fromEntries(rows.map(({ kind, years }) => [kind, years])),
  );
});
