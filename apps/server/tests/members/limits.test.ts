import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { LIMIT_KINDS, type LimitKind } from '../../src/members/limits/limit-kinds.ts';
import { noteReviewed, reviewAt } from '../../src/members/limits/limit-review.ts';
import { confirmLimit, dropLimit, type MemberLimit, readLimits, setLimit } from '../../src/members/limits/limits.ts';
import { type Club, openClub } from '../kit/club.ts';

let club: Club;
let mira: Identity;
beforeAll(async () => {
  club = await openClub();
});
beforeEach(async () => {
  mira = await club.member();
});
afterAll(() => club.close());

const set = (kind: LimitKind, value: bigint | null) => transaction(club.api, (tx) => setLimit(tx, mira, kind, value));
const confirm = (kind: LimitKind, id: string) => transaction(club.api, (tx) => confirmLimit(tx, mira, kind, id));
const drop = (kind: LimitKind, id: string) => transaction(club.api, (tx) => dropLimit(tx, mira, kind, id));

async function limitOf(kind: LimitKind): Promise<MemberLimit> {
  const found = (await readLimits(club.db, mira)).find((limit) => limit.kind === kind);
  if (!found) throw new Error(`no ${kind}`);
  return found;
}

async function requestedValue(kind: LimitKind): Promise<string> {
  const { asked: requested } = await limitOf(kind);
  if (!requested) throw new Error(`nothing is asked for ${kind}`);
  return requested.id;
}

async function rowsOf(table: 'members.limit_request' | 'members.limit_review'): Promise<number> {
  const whose = [mira.bucket, mira.memberId];
  const { rows } = await club.owner.query(
    `select count(*)::integer as n from ${table} where bucket = $1 and member_id = $2`,
    whose,
  );
  return rows[0].n;
}

describe('house rule 9: the member’s limits', () => {
  test('are all there, with none set but the look at the clock once an hour', async () => {
    const limits = await readLimits(club.db, mira);
    expect(limits.map(({ kind }) => kind)).toEqual([...LIMIT_KINDS]);
    for (const { kind, value, asked: requested } of limits) {
      expect([kind, value, requested]).toEqual([kind, kind === 'check' ? 60n : null, null]);
    }
  });

  test('are tightened immediately, as often as the member likes', async () => {
    for (const value of [5_000n, 4_000n, 0n]) {
      await set('loss-week', value);
      expect(await limitOf('loss-week')).toMatchObject({ value, asked: null });
    }
  });

  test('are looser after 24 hours and a second yes, and not before', async () => {
    await set('stake-day', 1_000n);
    await set('stake-day', 2_000n);
    expect(await limitOf('stake-day')).toMatchObject({ value: 1_000n, asked: { value: 2_000n } });
    const id = await requestedValue('stake-day');
    await club.clock.forward(DAY_MS - 1);
    await expect(confirm('stake-day', id)).rejects.toMatchObject({ code: 'too-early' });
    expect((await limitOf('stake-day')).value).toBe(1_000n);
    await club.clock.forward(1);
    expect((await limitOf('stake-day')).value, 'a day alone changes nothing').toBe(1_000n);
    await confirm('stake-day', id);
    expect(await limitOf('stake-day')).toMatchObject({ value: 2_000n, asked: null });
    await expect(confirm('stake-day', id), 'a yes counts once').rejects.toMatchObject({ code: 'not-found' });
  });

  test('stay tight when the clock jumps back, and when it jumps ahead without a yes', async () => {
    await set('deposit-day', 1_000n);
    await set('deposit-day', null);
    const id = await requestedValue('deposit-day');
    const requested = club.clock.nowMs();
    await club.clock.set(requested - 40 * DAY_MS);
    await expect(confirm('deposit-day', id)).rejects.toMatchObject({ code: 'too-early' });
    await club.clock.set(requested + 7 * DAY_MS - HOUR_MS);
    expect((await limitOf('deposit-day')).value).toBe(1_000n);
    await confirm('deposit-day', id);
    expect((await limitOf('deposit-day')).value).toBeNull();
    await club.clock.set(requested);
  });

  test('that were asked for a week ago are asked for anew: nobody keeps a yes for a bad night', async () => {
    await set('loss-week', 1_000n);
    await set('loss-week', null);
    const id = await requestedValue('loss-week');
    await club.clock.forward(7 * DAY_MS + 1);
    expect((await limitOf('loss-week')).asked).toBeNull();
    await expect(confirm('loss-week', id)).rejects.toMatchObject({ code: 'not-found' });
    await set('loss-week', null);
    await club.clock.forward(DAY_MS);
    await confirm('loss-week', await requestedValue('loss-week'));
    expect((await limitOf('loss-week')).value).toBeNull();
  });

  test('that become tighter end what was asked for; asking again begins the day anew', async () => {
    await set('loss-day', 1_000n);
    await set('loss-day', 9_000n);
    const first = await requestedValue('loss-day');
    await club.clock.forward(20 * HOUR_MS);
    await set('loss-day', 500n);
    expect((await limitOf('loss-day')).asked).toBeNull();
    await set('loss-day', 9_000n);
    await club.clock.forward(4 * HOUR_MS);
    await expect(confirm('loss-day', first)).rejects.toMatchObject({ code: 'not-found' });
    await expect(confirm('loss-day', await requestedValue('loss-day'))).rejects.toMatchObject({ code: 'too-early' });
    await drop('loss-day', await requestedValue('loss-day'));
    expect(await limitOf('loss-day')).toMatchObject({ value: 500n, asked: null });
  });

  test('asked for once more keep their day, however often; another looser one begins its own', async () => {
    await set('loss-day', 1_000n);
    await set('loss-day', null);
    const id = await requestedValue('loss-day');
    const asks = () => rowsOf('members.limit_request');
    await club.clock.forward(DAY_MS - HOUR_MS);
    for (const _ of [1, 2, 3]) await set('loss-day', null);
    expect([await requestedValue('loss-day'), await asks()]).toEqual([id, 1]);
    await club.clock.forward(HOUR_MS);
    await set('loss-day', 9_000n);
    expect([(await limitOf('loss-day')).asked?.value, await asks()]).toEqual([9_000n, 2]);
    await expect(confirm('loss-day', id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(confirm('loss-day', await requestedValue('loss-day'))).rejects.toMatchObject({ code: 'too-early' });
    await set('loss-day', 1_000n);
    expect((await limitOf('loss-day')).asked, 'the one in force asks for nothing').toBeNull();
  });

  test('that are looser are asked for thirty times an hour at most; a tighter one is never refused', async () => {
    await set('loss-day', 1_000n);
    for (let n = 0; n < 30; n++) await set('loss-day', n % 2 === 0 ? 8_000n : 9_000n);
    const before = await requestedValue('loss-day');
    const more = { code: 'throttled', params: { retryAfterSeconds: 3_600 } };
    await expect(set('loss-day', 8_000n)).rejects.toMatchObject(more);
    expect(await requestedValue('loss-day')).toBe(before);
    for (const value of [900n, 800n]) await set('loss-day', value);
    expect(await limitOf('loss-day')).toMatchObject({ value: 800n, asked: null });
    await expect(set('loss-day', 8_000n)).rejects.toMatchObject(more);
    await club.clock.forward(HOUR_MS);
    await set('loss-day', 8_000n);
  });

  test('looked at are noted once a day, however often and at once', async () => {
    const look = () => transaction(club.api, (tx) => noteReviewed(tx, mira));
    await Promise.all([look(), look(), look()]);
    await club.clock.forward(HOUR_MS);
    await look();
    expect(await rowsOf('members.limit_review')).toBe(1);
    await club.clock.forward(DAY_MS);
    await look();
    expect(await rowsOf('members.limit_review')).toBe(2);
  });

  test('set twice at the same moment leave one chain of versions, the tighter in force', async () => {
    await Promise.all([set('stake-slip', 700n), set('stake-slip', 300n), set('stake-slip', 500n)]);
    const { value } = await limitOf('stake-slip');
    expect(value).toBe(300n);
  });

  test('take no value that is none', async () => {
    await expect(set('session', 0n)).rejects.toMatchObject({ code: 'limit-range' });
    await expect(set('check', 1_441n)).rejects.toMatchObject({
      code: 'limit-range',
      params: { min: 1, max: 1440 },
    });
    await expect(set('stake-day', 10n ** 13n + 1n)).rejects.toMatchObject({
      code: 'limit-range',
      params: { minMinor: '0', maxMinor: String(10n ** 13n) },
    });
  });

  test('are nobody else’s to confirm', async () => {
    await set('loss-month', 1n);
    await set('loss-month', 2n);
    const id = await requestedValue('loss-month');
    await club.clock.forward(DAY_MS);
    const stranger = await club.member();
    const attempt = transaction(club.api, (tx) => confirmLimit(tx, stranger, 'loss-month', id));
    await expect(attempt).rejects.toMatchObject({ code: 'not-found' });
    expect((await limitOf('loss-month')).value).toBe(1n);
  });

  test('come up for a look half a year after they were set or looked at', async () => {
    expect(await reviewAt(club.db, mira)).toBeNull();
    await set('loss-month', 1_000n);
    const first = await reviewAt(club.db, mira);
    expect(first?.getTime()).toBeGreaterThan(club.clock.nowMs() + 180 * DAY_MS);
    await club.clock.forward(185 * DAY_MS);
    await transaction(club.api, (tx) => noteReviewed(tx, mira));
    expect((await reviewAt(club.db, mira))?.getTime()).toBeGreaterThan(club.clock.nowMs() + 180 * DAY_MS);
  });
});

describe('the server’s own database role', () => {
  const NONE = '9007199254740991';

  async function asApp(statement: string, values: unknown[]): Promise<string> {
    try {
      await club.pool.query(statement, values);
      return 'done';
    } catch (error) {
      return (error as { code: string }).code;
    }
  }

  test('cannot make a limit looser than its member did: not by the value, the time, or the chain', async () => {
    await set('loss-day', 5_000n);
    await set('loss-day', 1_000n);
    const { rows } = await club.pool.query(
      'select version, value, set_at from members.limit_set where member_id = $1 order by version',
      [mira.memberId],
    );
    const [older, newest] = rows;
    const insert = (more: string, values: unknown[]) =>
      asApp(
        `insert into members.limit_set (bucket, member_id, kind, version, value, prev_version, prev_value, prev_set_at
          ${more === '' ? '' : ', request_id, asked_at'})
        select $1::smallint, $2::uuid, 'loss-day', $3::integer, $4::bigint, $5::integer, $6::bigint, s.set_at ${more}
        from members.limit_set s where s.member_id = $2::uuid and s.version = $5::integer`,
        [mira.bucket, mira.memberId, ...values],
      );
    expect(await insert('', [3, 4_000n, newest.version, newest.value]), 'looser than the one before').toBe('23514');
    expect(await insert('', [3, 4_000n, newest.version, 5_000n]), 'a false value before').toBe('23503');
    expect(await insert('', [3, 4_000n, older.version, older.value]), 'past the one in force').toBe('23514');
    const first = `insert into members.limit_set (bucket, member_id, kind, version, value, prev_value)
      values ($1, $2, 'loss-day', $3, 4000, ${NONE})`;
    expect(await asApp(first, [mira.bucket, mira.memberId, 1]), 'the first once more').toBe('23505');
    expect(await asApp(first, [mira.bucket, mira.memberId, 3]), 'a second first').toBe('23514');
    // Enough time has passed since the limit was set, but the request is new.
    await club.clock.forward(2 * DAY_MS);
    const request = '01a1b2c3-0000-7000-8000-000000000001';
    const ask = `insert into members.limit_request (bucket, member_id, kind, id, value) values ($1, $2, 'loss-day', $3, 4000)`;
    expect(await asApp(ask, [mira.bucket, mira.memberId, request])).toBe('done');
    const requested = await club.owner.query(
      `select asked_at::text as at from members.limit_request where id = '${request}'`,
    );
    const named = `, '${request}'::uuid, '${requested.rows[0].at}'::timestamptz`;
    const early = `, '${request}'::uuid, s.set_at`;
    expect(await insert(named, [3, 4_000n, newest.version, newest.value]), 'on the same day').toBe('23514');
    expect(await insert(early, [3, 4_000n, newest.version, newest.value]), 'a false time').toBe('23503');
    expect((await limitOf('loss-day')).value).toBe(1_000n);
  });

  test.each([
    ['update members.limit_set set value = $1', [NONE]],
    ['delete from members.limit_set', []],
    ['update members.limit_request set asked_at = $1', [new Date(0)]],
    ['update members.exclusion set hours = $1', [1]],
    ['delete from members.exclusion', []],
    [
      `insert into members.limit_set (bucket, member_id, kind, version, value, prev_value, set_at)
        values (0, gen_random_uuid(), 'loss-day', 1, 1, ${NONE}, $1)`,
      [new Date(0)],
    ],
    [
      `insert into members.exclusion (bucket, member_id, id, kind, hours, from_at)
        values (0, gen_random_uuid(), gen_random_uuid(), 'time-out', 24, $1)`,
      [new Date(0)],
    ],
  ])('may not %s', async (statement, values) => {
    await set('loss-day', 1_000n);
    expect(await asApp(statement, values)).toBe('42501');
  });

  test('cannot shorten a self-exclusion by making it short', async () => {
    const insert = `insert into members.exclusion (bucket, member_id, id, kind, hours)
      values ($1, $2, gen_random_uuid(), 'self-exclusion', 4415)`;
    expect(await asApp(insert, [mira.bucket, mira.memberId])).toBe('23514');
  });
});
