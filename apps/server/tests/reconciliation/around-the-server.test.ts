import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { writeSwitch } from '../../src/payments/rules/money-switch.ts';
import { reconcileAll } from '../../src/reconciliation/full-pass.ts';
import { reconcileNew } from '../../src/reconciliation/new-transfers.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { ADA, agreed, BO, enterTwo } from '../kit/staff.ts';
import { openHonestClub } from './honest.ts';

// With the password of `jobs`: it cannot forge switches or results of the reconciliation.

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  await enterTwo(club);
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
afterAll(() => club.close());

const jobs = (text: string, values: unknown[] = []) => club.pools.jobs.query(text, values);

test('what faults closed opens by two people alone, and every switch has its entry in the book', async () => {
  const entries = async () => {
    const { rows } = await club.owner.query(`select body from book.entry where type = 'switch' order by seq`);
    return rows.map(({ body }) => {
      const { from, ...parsed } = JSON.parse(body);
      expect(Number(from) * 1_000).toBeGreaterThanOrEqual(club.clock.nowMs() - 1_000);
      return Object.values(parsed).join(' ');
    });
  };
  await expect(
    jobs(`insert into house.switch (what, id, open, reason, at) values ('money-in', $1, true, 'reviewed', now())`, [
      newId(),
    ]),
  ).rejects.toThrow('permission denied');
  await expect(jobs(`select book.append(array['{"type":"switch"}'])`)).rejects.toThrow('does not append');
  const set = (open: boolean, reason: string) => jobs('select house.write_switch($1, $2, $3)', [newId(), open, reason]);
  await set(false, 'ledger-wrong');
  for (const reason of ['reviewed', 'payouts-healthy', 'any']) {
    await expect(set(true, reason), reason).rejects.toThrow('two people');
  }
  await agreed(club, { what: 'reopening', subject: 'money-in', body: {} });
  await expect(set(true, 'payouts-healthy')).rejects.toThrow('two people');
  await transaction(club.jobs, (tx) => writeSwitch(tx, true, 'reviewed'));
  // A decision from before the last closing opens nothing.
  await club.clock.forward(1_000);
  await set(false, 'ledger-wrong');
  await expect(set(true, 'reviewed')).rejects.toThrow('two people');
  expect(await entries()).toEqual([
    'ledger-wrong off switch money-in',
    'reviewed on switch money-in',
    'ledger-wrong off switch money-in',
  ]);
});

test.each([
  ['money-in', (values: unknown[]) => jobs('select house.write_switch($1, true, $2)', values)],
  [
    'a table',
    (values: unknown[]) => jobs('select lottery.write_switch($3, $1, true, $2)', [...values, table.lotteryId]),
  ],
])('a reason that readers of the book could not read is refused, since the book only grows: %s', async (_, write) => {
  await club.owner.query('delete from house.switch; delete from lottery.switch');
  const { rows: before } = await club.owner.query('select size from book.head');
  for (const reason of ['', 'Not a code', 'ü', 'a"b', 'a\n', '-a', 'a'.repeat(65), 'a'.repeat(70_000), '\u202e']) {
    await expect(write([newId(), reason]), reason.slice(0, 80)).rejects.toThrow('cannot read');
  }
  expect((await club.owner.query('select size from book.head')).rows).toEqual(before);
});

test.each([
  ['money-in', 'ledger-wrong', (values: unknown[]) => jobs('select house.write_switch($1, $2, $3)', values)],
  [
    'table/dice-60',
    'draw-unproven',
    (values: unknown[]) => jobs('select lottery.write_switch($4, $1, $2, $3)', [...values, table.lotteryId]),
  ],
])('what faults closed is not closed for another reason, which one could open: %s', async (subject, fault, write) => {
  const set = async (open: boolean | null, reason: string | null, id: string | null = newId()) => {
    await club.clock.forward(1_000);
    return write([id, open, reason]);
  };
  await club.owner.query('delete from house.switch; delete from lottery.switch');
  await set(false, fault);
  for (const [open, reason] of [
    [false, 'by-order'],
    [false, fault],
    [false, 'reviewed'],
    [true, 'by-order'],
    [true, fault],
    [true, 'reviewed'],
  ] as const) {
    await expect(set(open, reason), `${open} ${reason}`).rejects.toThrow('two people');
  }
  await agreed(club, { what: 'reopening', subject: `${subject}-2`, body: {} });
  await expect(set(true, 'reviewed')).rejects.toThrow('two people');
  await agreed(club, { what: 'reopening', subject, body: {} });
  await expect(set(true, 'by-order')).rejects.toThrow('two people');
  await set(true, 'reviewed');
  await expect(set(true, 'reviewed'), 'once').rejects.toThrow('two people');
  // For other reasons, one role closes and opens.
  await set(false, 'by-order');
  await expect(set(true, 'reviewed')).rejects.toThrow('two people');
  await set(true, 'by-order');
  await expect(set(null, 'by-order')).rejects.toThrow('two people');
  await expect(set(true, null)).rejects.toThrow('two people');
  await expect(set(true, 'by-order', null)).rejects.toThrow('two people');
});

test('a decision has the time of the database', async () => {
  const id = newId();
  const row = { id, what: 'reopening', subject: 'table/x', body: {}, why: 'x', proposed_by: ADA, mac: 'x' };
  await club.pool.query('select staff.propose($1::jsonb)', [
    JSON.stringify({ ...row, proposed_at: new Date(club.clock.nowMs()) }),
  ]);
  for (const at of [club.clock.nowMs() + 1_000, club.clock.nowMs() - 61_000, null]) {
    const call = club.pool.query(`select staff.decide($1, 'confirmed', $2, $3, 'x', 'x')`, [
      id,
      BO,
      at === null ? null : new Date(at),
    ]);
    await expect(call).rejects.toThrow('another time');
  }
});

test('its position moves forward over what is closed alone; one beyond the ledger is a fault', async () => {
  await expect(jobs('update ledger.reconciliation set epoch = 1000000')).rejects.toThrow('permission denied');
  const { rows } = await club.owner.query('select epoch, whole_bucket from ledger.reconciliation');
  const { rows: gates } = await club.owner.query('select min(epoch) as epoch from ledger.gate');
  const move = (from: number, to: number) => jobs('select ledger.move_reconciled($1, $2, clock.now())', [from, to]);
  await expect(move(rows[0].epoch, gates[0].epoch)).rejects.toThrow('not from');
  await expect(move(rows[0].epoch, rows[0].epoch - 1)).rejects.toThrow('not from');
  await expect(jobs(`select ledger.move_whole(0::smallint, 33::smallint, 0, 'x')`)).rejects.toThrow('not from');
  await club.owner.query('update ledger.reconciliation set epoch = epoch + 1000');
  const deps = { db: club.jobs, payments: null, macs: null, catalogue: club.catalogue };
  expect((await reconcileNew(deps)).map(({ what }) => what)).toEqual(['position-ahead']);
  await club.owner.query('update ledger.reconciliation set epoch = epoch - 1000');
});

test('an event is not of a message whose retention is over because jobs say so', async () => {
  const honest = await openHonestClub();
  try {
    await reconcileNew(honest.deps);
    const run = async () => (await reconcileAll(honest.deps)).filter(({ what }) => what === 'unsaid').length;
    expect(await run()).toBe(0);
    // Nor votes and instructions that the server did not write.
    for (const table of ['payments.withdrawal_review', 'payments.payment_review', 'staff.instruction']) {
      await honest.club.owner.query(`update ${table} set mac = mac || '!'`);
    }
    const undecided = (await reconcileAll(honest.deps)).filter(({ what }) => what === 'undecided');
    expect(undecided.map(({ kind }) => kind).sort()).toEqual(['correction', 'purchase-refund', 'release']);
    await honest.club.owner.query(`update payments.provider_message set outcome = 'not-signed'`);
    const all = await run();
    expect(all).toBeGreaterThan(0);
    await honest.club.owner.query(
      `update payments.provider_message set outcome = 'verified', key_id = '', encrypted = '',
         received_at = received_at - interval '400 days' where outcome = 'not-signed'`,
    );
    expect(await run()).toBe(all);
  } finally {
    await honest.close();
  }
});
