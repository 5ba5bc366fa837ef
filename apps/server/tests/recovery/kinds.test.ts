import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLAY_RULE } from '../../../../dev/play-house/house-plan.ts';
import { record } from '../../src/audit/audit.ts';
import { verifyLog } from '../../src/audit/verify.ts';
import { publishedAuditHeads } from '../../src/book/audit-heads.ts';
import { noteTreeHead } from '../../src/book/book.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { rotateKey } from '../../src/book/rotate.ts';
import { transaction } from '../../src/db/transaction.ts';
import { carryOut } from '../../src/decisions/carry-out.ts';
import { publishTable } from '../../src/draw/tables/publish-table.ts';
import { DAY_MS } from '../../src/durations.ts';
import { publishAuditHead } from '../../src/jobs/publish-audit-head.ts';
import { publishLiabilities } from '../../src/jobs/publish-liabilities.ts';
import { publishMoneyRule } from '../../src/jobs/publish-money-rule.ts';
import { readSwitch, writeSwitch } from '../../src/payments/rules/money-switch.ts';
import { type KeysFolder, keysFolder, signDeps } from '../book/book-kit.ts';
import { type Club, openClub } from '../kit/club.ts';
import { carryOutOf, orderPublishing } from '../kit/decisions.ts';
import { tableEntryOf } from '../kit/lotteries.ts';
import { type Restorable, restorable } from './restored-club.ts';

const PLAN = { key: 'dice-60', periodSeconds: 60 };

let club: Club;
let keys: KeysFolder;
let world: Restorable;
let before: string;
let again: string;
let entries: number;

/** Rows with book entries, without the columns that only the database knows. */
async function rowsOf(): Promise<string> {
  const parts = [
    'select * from lottery.odds_table order by id',
    'select lottery_id, open, reason from lottery.switch order by at',
    'select lottery_id, from_period from lottery.retirement',
    'select what, open, reason, at from house.switch order by at',
    `select entry_seq, lottery_id, from_at, until_at, reason, authority, reference from lottery.stop order by entry_seq`,
    'select * from payments.rule order by version',
    'select * from book.log_key order by from_s',
    `select date, encode(root, 'hex'), total, leaves, entry_seq from ledger.liabilities order by date`,
    'select date from ledger.snapshot order by date',
  ];
  const found = await Promise.all(parts.map(async (text) => (await club.owner.query(text)).rows));
  return JSON.stringify(found, null, 1);
}

async function act(name: string): Promise<void> {
  await transaction(club.api, (tx) => record(tx, { staff: null, act: name, why: null, address: 'terminal' }));
}

beforeAll(async () => {
  club = await openClub();
  keys = keysFolder();
  await club.openTable(PLAN);
  await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  world = await restorable(club, keys);
  await world.publish();
  await club.members(3);
  await act('kept');
  await publishAuditHead(club.jobs);
  await world.publish();
  await world.backUp();

  await club.at(club.clock.nowMs() + DAY_MS / 2 + 60_000);
  await act('lost');
  await publishAuditHead(club.jobs);
  await publishMoneyRule(club.db, { ...PLAY_RULE, topUpMax: PLAY_RULE.topUpMax + 100n });
  await orderPublishing(club, 'retirement', 'dice-30', {});
  const order = { authority: 'Gambling authority', reference: 'GA-2026/17' };
  const stop = { ends: false, reason: 'authority', ...order, untilMs: club.clock.nowMs() + DAY_MS };
  await orderPublishing(club, 'stop', 'betting', stop);
  const end = { ends: true, reason: 'ended', authority: null, reference: null, untilMs: null };
  expect(await carryOut(carryOutOf(club))).toBe(2);
  await orderPublishing(club, 'stop', 'betting', end);
  expect(await carryOut(carryOutOf(club))).toBe(1);
  await publishTable(club.db, tableEntryOf({ ...PLAN, stakeMin: 300n }, club.beacon, club.receiptKey.publicKey));
  for (const open of [false, true]) {
    await transaction(club.jobs, async (tx) => {
      const reason = open ? 'payouts-healthy' : 'payouts-slow';
      await writeSwitch(tx, open, reason);
    });
    await club.clock.forward(1_000);
  }
  expect(await publishLiabilities(club.jobs)).toBe('published');
  await rotateKey({ ...signDeps(club, keys), db: club.db });
  await noteTreeHead(club.draw);
  await world.publish();
  before = await rowsOf();
  entries = (await club.db.selectFrom('book.entry').select('seq').execute()).length;
  await world.putBack();
  again = await rowsOf();
  await world.recover();
});
afterAll(async () => {
  await world.close();
  keys.remove();
  await club.close();
});

test('tables, switches, rules, keys and sums that were published are in force again as they were', async () => {
  expect(again).not.toBe(before);
  expect(await rowsOf()).toBe(before);
  expect(await readSwitch(club.db)).toEqual({ open: true, reason: 'payouts-healthy' });
  expect(await readLogKeys(club.db)).toHaveLength(2);
});

test('nothing of it is published a second time', async () => {
  expect(await publishLiabilities(club.jobs)).toBe('already');
  const { rows } = await club.owner.query(`select count(*)::integer as n from book.entry where type <> 'rule'`);
  await publishLiabilities(club.jobs);
  expect((await club.owner.query(`select count(*)::integer as n from book.entry where type <> 'rule'`)).rows).toEqual(
    rows,
  );
  await club.clock.forward(DAY_MS);
  expect(await publishLiabilities(club.jobs)).toBe('published');
});

test('the log of acts is whole as far as it goes, says that it was put back, and its head is published anew', async () => {
  const published = await publishedAuditHeads(club.db);
  expect(published.map(({ size }) => size)).toEqual([1n]);
  expect(await verifyLog(club.db, published)).toMatchObject({ size: 2n, brokenAt: null });
  expect(await publishAuditHead(club.jobs)).toBe('published');
  expect((await publishedAuditHeads(club.db)).map(({ size }) => size)).toEqual([1n, 2n]);
  expect(entries).toBeGreaterThan(0);
});
