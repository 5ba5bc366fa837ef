import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { readFaultFigures } from '../../src/reconciliation/read-faults.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';

// Alerts rest on these counts: a row too many or too few hides what waits for people.

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
});
beforeEach(async () => {
  await owner('delete from payments.withdrawal; delete from payments.provider_event');
  await owner('delete from payments.provider_message; delete from ledger.fault; delete from draw.fault');
});
afterAll(() => club.close());

const owner = (text: string, values: unknown[] = []) => club.owner.query(text, values);
const figures = async () => (await owner('select * from payments.figures()')).rows[0];
const ago = (seconds: number) => new Date(club.clock.nowMs() - seconds * 1_000);

async function withdrawal(state: string, seconds: number): Promise<void> {
  await owner(
    `insert into payments.withdrawal
       (bucket, member_id, id, day, amount, currency, payee_id, provider, state, submitted_at, review_due_at)
     values (1, $1, $2, '2026-03-01', 100, 'EUR', $3, 'sandbox', $4, $5, $5)`,
    [newId(), newId(), newId(), state, ago(seconds)],
  );
}

async function message(outcome: string | null, seconds: number): Promise<void> {
  await owner(
    `insert into payments.provider_message (id, provider, received_at, encrypted, key_id, handled_at, outcome)
     values ($1, 'sandbox', $2, '', '', $3, $4)`,
    [newId(), ago(seconds), outcome === null ? null : ago(seconds), outcome],
  );
}

async function event(outcome: string | null, seconds: number, kind = 'paid-in'): Promise<void> {
  await owner(
    `insert into payments.provider_event (provider, event_id, received_at, body, next_at, handled_at, outcome)
     values ('sandbox', $1, $2, $3, $2, $4, $5)`,
    [newId(), ago(seconds), { kind }, outcome === null ? null : ago(seconds), outcome],
  );
}

test('open withdrawals are counted by state, with the age of the oldest; ended ones are not', async () => {
  for (const seconds of [50, 200, 10]) await withdrawal('in-review', seconds);
  await withdrawal('sent', 30);
  for (const state of ['paid', 'refused', 'failed', 'returned']) await withdrawal(state, 900);
  expect((await figures()).payouts).toEqual({ 'in-review': { n: 3, oldest: 200 }, sent: { n: 1, oldest: 30 } });
});

test('messages and events count until they are handled', async () => {
  for (const outcome of [null, null, 'verified', 'not-signed']) await message(outcome, 5);
  for (const outcome of [null, 'credited', 'not-signed', 'other-sum']) await event(outcome, 5);
  expect(Number((await figures()).messages)).toBe(3);
});

test('what people must look into counts for seven days, by outcome', async () => {
  const [lately, before] = [7 * 86_400 - 60, 7 * 86_400 + 60];
  for (const seconds of [5, lately, before]) {
    await message('not-signed', seconds);
    await message('verified', seconds);
    await event('other-sum', seconds);
    await event('credited', seconds);
    await event('unknown-reference', seconds, 'declined');
  }
  await message('verified', 5);
  await event('not-signed', lately);
  await event('not-signed', before);
  expect((await figures()).unmatched).toEqual({ 'other-sum': 2, 'not-signed': 3 });
});

test('a fault counts until two people have reviewed it', async () => {
  for (const review of [null, null, newId()])
    await owner(`insert into ledger.fault (id, what, review) values ($1, 'no-cause', $2)`, [randomBytes(32), review]);
  expect((await readFaultFigures(club.db)).faults).toBe(2);
});

test('a draw that was not proven counts once, until its table is reopened after it', async () => {
  const fault = (period: number, step: string) =>
    owner(`insert into draw.fault (lottery_id, period, step, what, at) values ($1, $2, $3, 'dice', $4)`, [
      ...[table.lotteryId, period, step, ago(60)],
    ]);
  const turned = (open: boolean, reason: string, seconds: number) =>
    owner('insert into lottery.switch (lottery_id, id, open, reason, at) values ($1, $2, $3, $4, $5)', [
      ...[table.lotteryId, newId(), open, reason, ago(seconds)],
    ]);
  const unproven = async () => (await readFaultFigures(club.db)).unproven;
  for (const [period, step] of [
    [7, 'settle'],
    [7, 'refund'],
    [8, 'settle'],
  ] as const)
    await fault(period, step);
  await turned(true, 'reviewed', 61);
  await turned(false, 'reviewed', 30);
  await turned(true, 'other', 30);
  expect(await unproven()).toEqual({ 'dice-30': 2 });
  await turned(true, 'reviewed', 60);
  expect(await unproven()).toEqual({});
});
