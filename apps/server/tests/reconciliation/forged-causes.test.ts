import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { newId } from '../../src/db/ids.ts';
import { reconcileNew } from '../../src/reconciliation/new-transfers.ts';
import { type Forging, forgingOf } from './forging.ts';
import { type HonestClub, openHonestClub, shortOf } from './honest.ts';

// Changes or removes each row that causes a transfer. The full reconciliation must report it under its name.

let honest: HonestClub;
let forging: Forging;
/** Without MACs: only the rows' contents are checked. */
let rows: Forging;
beforeAll(async () => {
  honest = await openHonestClub();
  forging = forgingOf(honest);
  rows = forgingOf(honest, { macs: null });
  await reconcileNew(honest.deps);
});
afterEach(async () => {
  expect(await forging.all()).toEqual([]);
});
afterAll(() => honest.close());

/** In `npm test`. */
const KINDS_TRIED = 2;
const CHANGES_TRIED = 6;
const owner = (text: string, values: unknown[] = []) => honest.club.owner.query(text, values);
const TRANSFER = ['bucket', 'member_id', 'day', 'ref', 'kind'];
const one = (kind: string) =>
  `(t.ref, t.kind) = (select ref, kind from ledger.transfer where kind = '${kind}' order by ref limit 1)`;

describe('a transfer between other accounts than its cause', () => {
  const KINDS = [
    'stake',
    'payout',
    'refund',
    'return',
    'hold',
    'post',
    'release',
    'top-up',
    'bounce',
    'correction',
    'grant',
    'purchase',
    'purchase-refund',
  ];
  test.each(sampleOf(KINDS, KINDS_TRIED))('a %s is found', async (kind) => {
    for (const side of ['debit', 'credit']) {
      // An account that this kind of transfer does not use.
      const other = `${side} = case when 'issue' in (debit, credit) then 'sales' else 'issue' end::ledger.account`;
      const found = await forging.changed('ledger.transfer', TRANSFER, one(kind), other);
      expect([side, found]).toEqual([side, expect.arrayContaining([expect.stringMatching(`^accounts ${kind} `)])]);
    }
  });
});

describe('a cause that says otherwise', () => {
  const CHANGES: [string, string, string, string][] = [
    ['state post', 'payments.withdrawal', `t.state = 'paid'`, `state = 'sent'`],
    ['state post', 'payments.withdrawal', `t.state = 'returned'`, `state = 'failed'`],
    ['state bounce', 'payments.withdrawal', `t.state = 'returned'`, `state = 'paid'`],
    ['state release', 'payments.withdrawal', `t.state = 'failed'`, `state = 'approved'`],
    ['state release', 'payments.withdrawal', `t.state = 'refused'`, `state = 'in-review'`],
    ['amount hold', 'payments.withdrawal', `t.state = 'in-review'`, 'amount = amount + 1'],
    ['amount post', 'payments.withdrawal', `t.state = 'paid'`, 'amount = amount - 1'],
    ['amount hold', 'ledger.hold', 'true', 'amount = amount + 1'],
    ['no-cause post', 'ledger.hold', 'true', `purpose = 'another'`],
    ['no-cause release', 'ledger.hold', 'true', 'day = day - 1'],
    ['no-cause bounce', 'payments.withdrawal', `t.state = 'returned'`, 'day = day - 1'],
    ['state top-up', 'payments.payment', 't.reason is null', `state = 'refunded'`],
    ['state top-up', 'payments.payment', 't.reason is null', `reason = 'amount'`],
    ['state correction', 'payments.payment', 't.reason is not null', 'reason = null'],
    ['state correction', 'payments.payment', 't.reason is not null', `state = 'review'`],
    ['amount top-up', 'payments.payment', 't.reason is null', 'amount = amount + 1'],
    ['no-cause top-up', 'payments.payment', 't.reason is null', 'day = day - 1'],
    ['amount top-up', 'payments.top_up', 'true', 'amount = amount + 1'],
    ['amount correction', 'payments.payment', 't.reason is not null', `currency = 'EUR'`],
    ['amount hold', 'payments.withdrawal', `t.state = 'in-review'`, `currency = 'EUR'`],
    ['amount bounce', 'payments.withdrawal', `t.state = 'returned'`, `currency = 'EUR'`],
    ['amount top-up', 'payments.top_up', 'true', `currency = 'EUR'`],
    ['amount correction', 'payments.correction', `t.direction = 'to-member'`, 'amount = amount + 1'],
    ['accounts correction', 'payments.correction', `t.direction = 'to-member'`, `direction = 'from-member'`],
    ['accounts correction', 'payments.correction', `t.direction = 'from-member'`, `direction = 'to-member'`],
    ['no-cause correction', 'payments.correction', `t.direction = 'to-member'`, 'day = day - 1'],
    ['amount purchase', 'video.purchase', 'true', 'price = price + 1'],
    ['amount purchase-refund', 'video.purchase', 't.refunded_at is not null', 'price = price + 1'],
    ['state purchase', 'video.purchase', 'true', 'day = day - 1'],
    [
      'state purchase-refund',
      'video.purchase',
      't.refunded_at is not null',
      `refunded_at = refunded_at + interval '1 day'`,
    ],
  ];

  test.each(sampleOf(CHANGES, CHANGES_TRIED))('%s: %s where %s has %s', async (fault, table, where, change) => {
    const found = await forging.changed(table, ['bucket', 'member_id', 'id'], where, change);
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(`^${fault} `)]));
  });

  test('a top-up in another currency than the house’s, as its payment and its page say', async () => {
    await owner(`update payments.top_up set currency = 'EUR' where id in (
      select top_up_id from payments.payment where reason is null)`);
    const change = `currency = 'EUR'`;
    const found = await forging.changed('payments.payment', ['bucket', 'member_id', 'id'], 't.reason is null', change);
    await owner(`update payments.top_up set currency = 'PLAY'`);
    expect(found).toContain('amount top-up 10000 10000');
  });

  test.each([
    ['no-cause hold', 'ledger.hold', 'true'],
    ['no-cause top-up', 'payments.payment', 't.reason is null'],
    ['no-cause correction', 'payments.payment', 't.reason is not null'],
    ['amount top-up', 'payments.top_up', 'true'],
    ['no-cause correction', 'payments.correction', `t.direction = 'from-member'`],
    ['no-cause purchase', 'video.purchase', 't.refunded_at is null'],
    ['no-cause purchase-refund', 'video.purchase', 't.refunded_at is not null'],
    ['no-cause refund', 'draw.void', 'true'],
    ['no-cause return', 'draw.settlement_step', `t.step = 'return' and t.state = 'begun'`],
    ['no-cause payout', 'draw.draw', 'true'],
  ])('%s: %s without its rows where %s', async (fault, table, where) => {
    expect(await forging.removed(table, where)).toEqual(expect.arrayContaining([expect.stringMatching(`^${fault} `)]));
  });

  test('what was bought and erased with its member rests on the erasure', async () => {
    const { bucket, memberId } = honest.mira;
    await owner(`insert into members.erasure (bucket, member_id, kind, at) values ($1, $2, 'money', clock.now())`, [
      bucket,
      memberId,
    ]);
    expect(await forging.removed('video.purchase', 't.refunded_at is null')).toEqual([]);
    await owner(`delete from members.erasure where member_id = $1`, [memberId]);
  });

  test('a grant of another name than the member’s', async () => {
    const { memberId } = honest.mira;
    await owner(`update ledger.transfer set ref = $2 where kind = 'grant' and member_id = $1`, [memberId, newId()]);
    expect(await forging.all()).toEqual(['no-cause grant 1000000 1000000']);
    await owner(`update ledger.transfer set ref = member_id where kind = 'grant' and member_id = $1`, [memberId]);
  });
});

describe('a cause without its transfer', () => {
  test.each(['hold', 'correction', 'refund', 'return'])('a %s that is missing is found', async (kind) => {
    const found = await forging.removed('ledger.transfer', `t.kind = '${kind}'`);
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(`^not-posted ${kind} 0 `)]));
  });

  test('a grant that no balance has is found', async () => {
    const { memberId } = honest.mira;
    await owner('update ledger.balance set issue = 0, cash = cash + issue where member_id = $1', [memberId]);
    expect(await forging.all()).toEqual(expect.arrayContaining([expect.stringMatching('^not-posted grant 0 1000000')]));
    await owner('update ledger.balance set issue = $2, cash = cash - $2 where member_id = $1', [memberId, -1_000_000]);
  });
});

describe('a top-up that is credited twice', () => {
  test('is found', async () => {
    const { bucket, memberId } = honest.mira;
    const id = newId();
    await owner(
      `insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency, state,
         reason, at, ended_at, next_at)
       select bucket, member_id, $1, top_up_id, day, provider, 'second', amount, currency, state, 'second', at, ended_at,
         next_at from payments.payment where reason is null`,
      [id],
    );
    await owner(
      `select ledger.post(array[$1::smallint], array[$2::uuid], array[(select day from payments.payment where id = $3)],
         array[$3::uuid], '{top-up}', '{cash}', '{available}', '{10000}')`,
      [bucket, memberId, id],
    );
    await owner('update ledger.gate set epoch = epoch + 1');
    const found = await forging.all();
    expect(found).toEqual(expect.arrayContaining(['state top-up 10000 10000', 'twice top-up 10000 10000']));
    await owner('delete from payments.payment where id = $1', [id]);
    await owner('delete from ledger.transfer where ref = $1', [id]);
    await owner(
      `update ledger.balance set available = available - 10000, cash = cash + 10000, version = version - 1
       where member_id = $1`,
      [memberId],
    );
  });
});

describe('what people decided', () => {
  test('is of the member, the sum and the way that they agreed on', async () => {
    const change = (to: string) => rows.changed('staff.proposal', ['id'], `t.what = 'correction'`, to);
    for (const [name, value] of [
      ['memberId', newId()],
      ['amountMinor', '501'],
    ]) {
      const found = await change(`body = body || '{"${name}": "${value}"}'`);
      expect([name, found]).toEqual([name, ['undecided correction 500 -', 'undecided correction 500 -']]);
    }
    expect(await change(`body = body - 'direction'`)).toHaveLength(2);
    expect(await change(`body = body || '{"direction": "to-member"}'`)).toEqual(['undecided correction 500 -']);
    expect(await change(`body = body || '{"direction": "from-member"}'`)).toEqual(['undecided correction 500 -']);
    expect(await change(`what = 'table'`)).toHaveLength(2);
  });

  test('is not turned round where the correction and its transfer are', async () => {
    const { memberId } = honest.mira;
    let turned: string | null = null;
    const turn = async (from: string, to: string, sign: number) => {
      const { rows: stored } = await owner(
        `update payments.correction set direction = '${to}' where direction = '${from}'
         and id = coalesce($1::uuid, id) returning id`,
        [turned],
      );
      turned = stored[0].id;
      await owner('update ledger.transfer set debit = credit, credit = debit where ref = $1', [turned]);
      await owner(
        'update ledger.balance set available = available + $2, correction = correction - $2 where member_id = $1',
        [memberId, 1_000 * sign],
      );
    };
    await turn('from-member', 'to-member', 1);
    expect(await forging.all()).toEqual(['undecided correction 500 -']);
    // Both are credits to the member now; the row is identified by its id.
    await turn('to-member', 'from-member', -1);
  });

  test('takes two from the very amount on that the rule says', async () => {
    const change = (from: number) => rows.changed('payments.rule', ['version'], 'true', `two_people_from = ${from}`);
    expect(await change(9_999)).toEqual(['undecided correction 9999 -']);
    expect(await change(10_000)).toEqual([]);
    // The rule that was in force decides; without a rule, a single vote never suffices.
    expect(await rows.changed('payments.rule', ['version'], 'true', `from_at = from_at + interval '90 days'`)).toEqual([
      'undecided correction 9999 -',
    ]);
  });

  test('a price that went back by somebody who does not work here, or whom nobody told to', async () => {
    const refund = `t.refunded_at is not null`;
    const keys = ['bucket', 'member_id', 'id'];
    const fault = ['undecided purchase-refund 700 -'];
    expect(await rows.changed('video.purchase', keys, refund, `refunded_by = '${newId()}'`)).toEqual(fault);
    const order = `t.what = 'purchase-refund'`;
    expect(await forging.removed('staff.instruction', order)).toEqual(fault);
    expect(await forging.changed('staff.instruction', ['id'], order, `refusal = '{"code": "too-late"}'`)).toEqual(
      fault,
    );
    expect(await forging.changed('staff.instruction', ['id'], order, `mac = 'made up'`)).toEqual(fault);
  });
});

test('a period with another number of slips than was sealed is found when it is paid', async () => {
  await owner('update ledger.reconciliation set epoch = 0, at = to_timestamp(0)');
  await owner('delete from ledger.reconciled_kind');
  await owner('update draw.seal set slip_count = slip_count + 1 where slip_count > 0');
  const found = (await reconcileNew(honest.deps)).map(shortOf);
  expect(found).toEqual(expect.arrayContaining(['slips - 1 2']));
  await owner('update draw.seal set slip_count = slip_count - 1 where slip_count > 1');
  await owner('delete from ledger.fault');
});
