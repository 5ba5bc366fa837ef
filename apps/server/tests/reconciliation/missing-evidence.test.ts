import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { sealDue } from '../../src/draw/worker/advance.ts';
import { reconcileNewTransfers } from '../../src/jobs/reconcile-ledger.ts';
import { readSwitch } from '../../src/payments/rules/money-switch.ts';
import { sendDuePayouts } from '../../src/payments/withdrawals/send-payouts.ts';
import { reconcileOn } from '../../src/reconciliation/full-pass.ts';
import { reconcileNew } from '../../src/reconciliation/new-transfers.ts';
import { advance, lotteryOf } from '../draw/drawing.ts';
import { hear, paidOut, submit } from '../payments/withdrawals/withdrawing.ts';
import { type Forging, forgingOf } from './forging.ts';
import { type HonestClub, openHonestClub, shortOf } from './honest.ts';

// Missing or unreadable evidence must never count as "all is well".

let honest: HonestClub;
let forging: Forging;
beforeAll(async () => {
  honest = await openHonestClub();
  forging = forgingOf(honest);
});
beforeEach(async () => {
  await fresh();
  await owner('delete from ledger.fault');
});
afterAll(() => honest.close());

const owner = (text: string, values: unknown[] = []) => honest.club.owner.query(text, values);
const fresh = async () => (await reconcileNew(honest.deps)).map(shortOf).sort();

describe('what the provider answered when it was asked', () => {
  const AMOUNT = 9_000n;
  beforeAll(async () => {
    const { wallet, mira } = honest;
    const id = await submit(wallet.payments, mira, AMOUNT);
    await sendDuePayouts(wallet.jobs);
    expect(await hear(wallet.jobs, mira, paidOut(id, AMOUNT))).toBe('paid');
  });

  test.each([
    `body = body - 'amount'`,
    `body = body - 'currency'`,
    `body = body || '{"amount": "8999"}'`,
    `body = body || '{"currency": "EUR"}'`,
    `body = body - 'reference'`,
    `body = body - 'kind'`,
    `body = body || '{"kind": "failed"}'`,
    `provider = 'another'`,
    `event_id = 'said/' || event_id`,
  ])('is not that a sum was paid out where %s', async (change) => {
    const { rows } = await owner(
      `select event_id, to_jsonb(e) as row from payments.provider_event e where event_id like 'asked/%'`,
    );
    expect(rows).toHaveLength(1);
    await owner(`update payments.provider_event set ${change} where event_id like 'asked/%'`);
    const all = await forging.all();
    for (const { event_id, row } of rows) {
      await owner(`delete from payments.provider_event where event_id in ($1, 'said/' || $1)`, [event_id]);
      await owner(
        'insert into payments.provider_event select * from jsonb_populate_record(null::payments.provider_event, $1)',
        [row],
      );
    }
    expect(all).toEqual(['unsaid post 9000 -']);
    expect(await forging.all()).toEqual([]);
  });
});

/** Copies a slip of the member and its stake to another period and day. */
async function slip(period: number, day: string): Promise<string> {
  const { rows } = await owner(
    `insert into lottery.slip select bucket, member_id, $2, lottery_id, $3, $1, $1, table_id, accepted_ms, total, at_risk,
       stakes, commitment, leaf from lottery.slip order by id limit 1 returning id`,
    [newId(), day, period],
  );
  await post(rows[0].id, day, 'stake', 'available', 'play', 200);
  return rows[0].id;
}

function post(ref: string, day: string, kind: string, debit: string, credit: string, amount: number) {
  const { bucket, memberId } = honest.mira;
  return owner(
    `select ledger.post(array[$1::smallint], array[$2::uuid], array[$3::date], array[$4::uuid], array[$5::ledger.kind],
       array[$6::ledger.account], array[$7::ledger.account], array[$8::bigint])`,
    [bucket, memberId, day, ref, kind, debit, credit, amount],
  );
}

/** Removes transfers and slips. */
async function undo(...refs: string[]): Promise<void> {
  for (const ref of refs) {
    const { rows } = await owner(`select kind from ledger.transfer where ref = $1 and kind not in ('stake')`, [ref]);
    for (const { kind } of rows) await undoOne(ref, kind);
  }
}

async function undoOne(ref: string, kind: string): Promise<void> {
  await owner(
    `with gone as (delete from ledger.transfer where ref = $1 and kind = $2 returning *)
     update ledger.balance b set available = b.available - ledger.delta('available', g.debit, g.credit, g.amount),
       play = b.play - ledger.delta('play', g.debit, g.credit, g.amount), version = b.version - 1
     from gone g where b.bucket = g.bucket and b.member_id = g.member_id`,
    [ref, kind],
  );
}

async function forget(id: string): Promise<void> {
  await undo(id);
  await undoOne(id, 'stake');
  await owner('delete from lottery.slip where id = $1', [id]);
}

describe('a payout to a slip', () => {
  test('of a period from before any table is without a cause', async () => {
    const { firstPeriod } = honest.table.table;
    const { rows } = await owner(`select (to_timestamp($1::bigint * 900) at time zone 'UTC')::date as day`, [
      firstPeriod,
    ]);
    const id = await slip(firstPeriod - 1, rows[0].day);
    await post(id, rows[0].day, 'payout', 'play', 'available', 5_000);
    expect(await fresh()).toEqual(['no-cause payout 5000 0', 'unproven: table payout - -']);
    expect(await forging.all()).toEqual(['no-cause payout 5000 0']);
    await forget(id);
  });

  test.each(['payout', 'refund', 'return'])('of another day than its period (%s) is without a cause', async (kind) => {
    const { rows } = await owner('select period, day + 1 as day from lottery.slip order by id limit 1');
    const id = await slip(Number(rows[0].period), rows[0].day);
    await post(id, rows[0].day, kind, 'play', 'available', 5_000);
    const found = expect.arrayContaining([expect.stringMatching(`^no-cause ${kind} 5000 `)]);
    expect(await fresh()).toEqual(found);
    expect(await forging.all()).toEqual(found);
    await forget(id);
  });
});

test('a stake that went back before the beacon is a day late is found at once, and hides nothing else', async () => {
  const { club, table, mira } = honest;
  await club.at(table.schedule().locks * 1_000);
  await advance(club, table);
  await club.at(table.schedule().locks * 1_000);
  const placed = await club.place(mira, table, [{ bet: 'odd', stakeMinor: 200n }]);
  await club.at(table.schedule().locks * 1_000);
  await sealDue({ db: club.draw }, lotteryOf(club, table));
  await fresh();
  const { rows } = await owner('select day from lottery.slip where id = $1', [placed.prepared.slipId]);
  await post(placed.prepared.slipId, rows[0].day, 'return', 'play', 'available', 200);
  const nothing = newId();
  await post(nothing, rows[0].day, 'payout', 'play', 'available', 7);
  expect(await fresh()).toEqual(['no-cause payout 7 -', 'no-cause return 200 0', 'unproven: early return - -']);
  await undo(placed.prepared.slipId, nothing);
});

test('where the catalogue is behind, what was found is noted and closes, and then it is asked again', async () => {
  const { club, table, mira, deps } = honest;
  await club.at(table.schedule().locks * 1_000);
  await club.place(mira, table, [
    { bet: 'odd', stakeMinor: 100n },
    { bet: 'even', stakeMinor: 100n },
  ]);
  const { locks, draws } = table.schedule();
  await club.at(locks * 1_000);
  await advance(club, table);
  await club.at(draws * 1_000);
  await advance(club, table);
  const nothing = newId();
  await post(nothing, new Date(club.clock.nowMs()).toISOString().slice(0, 10), 'payout', 'play', 'available', 7);
  const behind = { ...deps, catalogue: () => ({ ...club.catalogue(), byId: new Map() }) };
  const lines: unknown[] = [];
  const log = { error: (...line: unknown[]) => void lines.push(line) };
  expect(await reconcileNewTransfers({ ...behind, log })).toBe(1);
  expect(lines).toHaveLength(1);
  expect(await readSwitch(club.db)).toEqual({ open: false, reason: 'ledger-wrong' });
  await expect(reconcileNewTransfers({ ...behind, log })).rejects.toThrow('is not in the catalogue yet');
  // Nothing was skipped.
  expect(await reconcileNew(deps)).toEqual([]);
  const { rows } = await owner(`select count(*)::integer as n from ledger.fault`);
  expect(rows).toEqual([{ n: 1 }]);
  await owner('delete from ledger.fault');
  const whole = async () => {
    const found = [];
    for (let turn = 0; turn < 300; turn++) {
      const { rows: at } = await owner('select whole_bucket from ledger.reconciliation');
      if (turn > 0 && at[0].whole_bucket === 256) return found;
      found.push(...(await reconcileOn(behind, 0)));
    }
    return found;
  };
  await club.clock.forward(86_400_000);
  await expect(whole()).rejects.toThrow('is not in the catalogue yet');
  await undo(nothing);
});
