import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { PROCESS_ROLES } from '../../src/db/rights/roles.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { openClub } from '../kit/club.ts';
import { ADA, BO, enterTwo } from '../kit/staff.ts';
import {
  addTitle,
  called,
  held,
  makeEven,
  mend,
  NO_RIGHT,
  payment,
  posted,
  REFUSED,
  review,
  set,
  stage,
  TWICE,
  today,
  toHold,
  withdrawal,
} from './causes.ts';
import { OF_PAYMENTS } from './causes-of-payments.ts';
import { OF_PURCHASES } from './causes-of-purchases.ts';
import { OF_WITHDRAWALS } from './causes-of-withdrawals.ts';

// Each kind of transfer is posted by a function that demands the row which causes it. The password of a process allows
// calling these functions with any parameters.

const CREDITS = { credits: 100_000n };

beforeAll(async () => {
  stage.club = await openClub();
  await enterTwo(stage.club);
  stage.titleId = await addTitle();
});
beforeEach(async () => {
  stage.mira = await stage.club.member(CREDITS);
  do stage.other = await stage.club.member(CREDITS);
  while (stage.other.bucket === stage.mira.bucket);
  await mend();
});
afterAll(async () => {
  expect(await reconcile(stage.club.db)).toEqual([]);
  await stage.club.close();
});

describe.each([...OF_PAYMENTS, ...OF_WITHDRAWALS, ...OF_PURCHASES])('$name', ({ name, kinds, call, spoil }) => {
  test('posts for its cause, once', async () => {
    const values = await call();
    expect(await called(name, values)).toBe('posted');
    const after = await posted(stage.mira);
    if (!kinds[0]?.startsWith('grant')) expect(after).toEqual(kinds);
    expect([REFUSED, TWICE]).toContain(await called(name, values));
    expect(await posted(stage.mira)).toEqual(after);
    await makeEven();
  });

  test('refuses a null in each of its arguments', async () => {
    const values = await call();
    const before = await posted(stage.mira);
    for (const at of values.keys()) {
      const some = values.map((value, place) => (place === at ? null : value));
      expect([at, await called(name, some)]).toEqual([at, REFUSED]);
    }
    expect(await posted(stage.mira)).toEqual(before);
    await makeEven();
  });

  test('refuses the cause of another member, and another’s bucket', async () => {
    const values = await call();
    const before = [await posted(stage.mira), await posted(stage.other)];
    const [, , ...rest] = values;
    if (rest.length > 0 && name !== 'video.buy_title') {
      expect(await called(name, [stage.other.bucket, stage.other.memberId, ...rest])).toBe(REFUSED);
    }
    expect(await called(name, [stage.other.bucket, stage.mira.memberId, ...rest])).toBe(REFUSED);
    expect([await posted(stage.mira), await posted(stage.other)]).toEqual(before);
    await makeEven();
  });

  test.each(Object.entries(spoil))('refuses %s', async (_, change) => {
    const values = await call();
    await change(values);
    const before = await posted(stage.mira);
    expect(await called(name, values)).toBe(REFUSED);
    expect(await posted(stage.mira)).toEqual(before);
    await makeEven();
  });
});

describe('what is enough', () => {
  test('a payment goes back without a decision from the end of its review on', async () => {
    const next_at = new Date(stage.club.clock.nowMs() + 1);
    const { id } = await payment({ state: 'review', reason: 'amount', ended_at: null, next_at });
    const values = [stage.mira.bucket, stage.mira.memberId, id];
    expect(await called('payments.refund_in_review', values)).toBe(REFUSED);
    await stage.club.clock.forward(1);
    expect(await called('payments.refund_in_review', values)).toBe('posted');
    await makeEven();
  });

  test.each([
    ['two_people_from', 'version + 1', `clock.now()`, true],
    ['two_people_from', 'version + 1', `clock.now() + interval '1 second'`, false],
    ['review_from', 'version + 1', `clock.now()`, true],
    ['review_from', 'version + 1', `clock.now() + interval '1 second'`, false],
  ])('by the newest rule in force: %s of %s from %s on (%s)', async (column, version, from, holds) => {
    const { rows } = await stage.club.owner.query(
      `insert into payments.rule
         select (jsonb_populate_record(r, jsonb_build_object(
           'version', ${version}, '${column}', 1, 'from_at', ${from}, 'proposal_id', null))).*
         from payments.rule r order by r.version desc limit 1 returning version`,
    );
    const { bucket, memberId } = stage.mira;
    if (column === 'review_from') {
      const values = await toHold();
      expect(await called('payments.hold_withdrawal', values)).toBe('posted');
      const { rows: stored } = await stage.club.owner.query('select state from payments.withdrawal where id = $1', [
        values[2],
      ]);
      expect(stored).toEqual([{ state: holds ? 'in-review' : 'approved' }]);
    } else {
      const { id } = await payment({ state: 'review', reason: 'amount', ended_at: null });
      await review('payment', id, ADA, 'credit');
      expect(await called('payments.credit_in_review', [bucket, memberId, id])).toBe(holds ? REFUSED : 'posted');
    }
    await stage.club.owner.query('delete from payments.rule where version = $1', [rows[0].version]);
    await makeEven();
  });

  test('a withdrawal in review, or without a time, is not put off', async () => {
    const id = await held('approved');
    const read = async () =>
      (await stage.club.owner.query('select attempts, next_at from payments.withdrawal where id = $1', [id])).rows[0];
    const put = (at: Date | null) =>
      called('payments.put_off', [stage.mira.bucket, stage.mira.memberId, id, 7, at], 'jobs');
    const soon = new Date(stage.club.clock.nowMs() + 60_000);
    const before = await read();
    await put(null);
    expect(await read()).toEqual(before);
    for (const state of ['in-review', 'paid', 'refused', 'failed', 'returned']) {
      await set('payments.withdrawal', id, `state = '${state}'`);
      await put(soon);
      expect([state, await read()]).toEqual([state, before]);
    }
    for (const state of ['approved', 'sent']) {
      await set('payments.withdrawal', id, `state = '${state}', attempts = 0`);
      await put(soon);
      expect([state, await read()]).toEqual([state, { attempts: 7, next_at: soon }]);
    }
    await makeEven();
  });
});

describe('what no role does', () => {
  const at = () => [[stage.mira.bucket], [stage.mira.memberId], [today()], [newId()]];
  const KINDS: [string, string, string][] = [
    ['payout', 'play', 'available'],
    ['top-up', 'cash', 'available'],
    ['bounce', 'cash', 'available'],
    ['return', 'play', 'available'],
    ['grant', 'issue', 'available'],
    ['correction', 'correction', 'available'],
    ['purchase-refund', 'sales', 'available'],
    ['release', 'held', 'available'],
  ];

  test.each(KINDS)('a %s out of nothing, by the general functions', async (kind, debit, credit) => {
    for (const role of PROCESS_ROLES) {
      for (const name of ['ledger.write', 'ledger.post']) {
        const answer = await called(name, [...at(), [kind], [debit], [credit], [20_736_000]], role);
        expect([role, name, answer]).toEqual([role, name, NO_RIGHT]);
      }
    }
    expect(await posted(stage.mira)).toEqual([]);
  });

  test('a stake without its slip, a payment back, a transfer alone', async () => {
    const [buckets, members, , refs] = at();
    const one = [stage.mira.bucket, stage.mira.memberId, today(), newId(), 'grant', 'issue', 'available', 100];
    for (const role of PROCESS_ROLES) {
      const tried = (name: string, values: readonly unknown[]) => called(name, values, role);
      expect(await tried('ledger.write_stakes', [buckets, members, today(), refs, [100]])).toBe(NO_RIGHT);
      expect(await tried('ledger.pay_back', [buckets, members, today(), refs, 'refund', [100]])).toBe(NO_RIGHT);
      expect(await tried('ledger.post_one', one)).toBe(NO_RIGHT);
      expect(await tried('video.give_back', [stage.mira.bucket, stage.mira.memberId, newId(), ADA])).toBe(NO_RIGHT);
    }
  });

  test('rows that a transfer rests on: holds, corrections, purchases, states of withdrawals', async () => {
    const id = await withdrawal('in-review');
    for (const text of [
      `insert into ledger.hold values (0, '${stage.mira.memberId}', '${newId()}', current_date, 5, 'withdrawal', now())`,
      `insert into payments.correction select 0, '${stage.mira.memberId}', '${newId()}', current_date, 'to-member', 5, 'x',
         '${ADA}', '${BO}', now()`,
      `insert into video.purchase values (0, '${stage.mira.memberId}', '${newId()}', '${stage.titleId}', current_date, 5, now(), now())`,
      `update payments.withdrawal set state = 'approved' where id = '${id}'`,
      `insert into payments.withdrawal (bucket, member_id, id) values (0, '${stage.mira.memberId}', '${newId()}')`,
      `update members.start_grant set amount = 1000000000`,
      `insert into payments.provider_message (id, provider, encrypted, key_id, outcome)
         values ('${newId()}', 'sandbox', '', '', 'verified')`,
    ]) {
      for (const role of PROCESS_ROLES) {
        const answer = await stage.club.pools[role].query(text).catch((error) => error.code);
        expect([role, text, answer]).toEqual([role, text, NO_RIGHT]);
      }
    }
  });
});
