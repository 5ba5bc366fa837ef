import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { append, noteTreeHead } from '../../src/book/book.ts';
import { RESTORED } from '../../src/book/restore-rule.ts';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Period } from '../../src/draw/periods.ts';
import { noteTurnover } from '../../src/draw/settlement/note-turnover.ts';
import type { Identity } from '../../src/identity.ts';
import { OWED_SOURCES, publishLiabilities } from '../../src/jobs/publish-liabilities.ts';
import { reconcileEverything, reconcileNewTransfers } from '../../src/jobs/reconcile-ledger.ts';
import { remakeLiabilities } from '../../src/ledger/liabilities/remake.ts';
import { readSwitch } from '../../src/payments/rules/money-switch.ts';
import { reconcileAll } from '../../src/reconciliation/full-pass.ts';
import { slipCountFault } from '../../src/reconciliation/slips.ts';
import { advance, outcomeOf, periodIn } from '../draw/drawing.ts';
import type { Club } from '../kit/club.ts';
import { clubLines } from '../kit/club-command.ts';
import { macs } from '../kit/macs.ts';
import { type Losing, openLosing } from './losing.ts';
import type { Restorable } from './restored-club.ts';

const CREDITS = 10_000n;
const DAY_MS = 86_400_000;

let club: Club;
let world: Restorable;
let losing: Losing;
let period: Period;
beforeEach(async () => {
  losing = await openLosing();
  ({ club, world } = losing);
  // All members of these tests start with this balance.
  await club.owner.query('update house.house set starting_credits = $1', [CREDITS]);
  period = periodIn(club, losing.table);
});
afterEach(() => losing.close());

/** Runs both jobs over the whole ledger. Returns the logged faults. */
async function reconciled(): Promise<unknown[]> {
  const lines: unknown[] = [];
  const log = { error: (...line: unknown[]) => void lines.push(line[0]) };
  const deps = { db: club.jobs, payments: null, macs, catalogue: club.catalogue };
  await reconcileNewTransfers({ ...deps, log });
  const isWhole = async () =>
    (await club.owner.query('select whole_bucket from ledger.reconciliation')).rows[0].whole_bucket === 256;
  do await reconcileEverything({ ...deps, log });
  while (!(await isWhole()));
  return [...lines, ...(await reconcileAll(deps))];
}

/** Places a bet of each member: first the kept ones, then those after the backup. */
async function bet(kept: number, lost: number): Promise<void> {
  const members = await club.members(kept + lost, { credits: CREDITS });
  const place = (member: Identity) => club.place(member, losing.table, [{ bet: 'odd', stakeMinor: 300n }]);
  for (const member of members.slice(0, kept)) await place(member);
  await world.backUp();
  for (const member of members.slice(kept)) await place(member);
}

async function faultOf(): Promise<[posted: bigint | null, due: bigint | null] | null> {
  const { rows } = await club.owner.query(`select (to_timestamp($1) at time zone 'UTC')::date as day`, [period.locks]);
  const at = { lotteryId: period.lottery.id, period: period.period, day: rows[0].day };
  const fault = await slipCountFault(club.jobs, at);
  if (fault !== null) expect(fault).toMatchObject({ what: 'slips', lotteryId: at.lotteryId, period: at.period });
  return fault && [fault.posted, fault.due];
}

/** Finishes a drawn period whose slips were lost. */
async function drawn(kept: number, lost: number): Promise<void> {
  await bet(kept, lost);
  await losing.bringToEnd(period);
  await world.putBack();
  await world.recover();
  await advance(club, losing.table);
  expect(await outcomeOf(club, period)).toMatchObject({ steps: ['settle'], tasks: 0 });
  expect(await noteTurnover(club.jobs)).toBe(1);
  const { rows } = await club.owner.query('select slips, staked from draw.turnover');
  expect(rows).toEqual([{ slips: String(kept), staked: String(300 * kept) }]);
}

/** Finishes a period whose beacon is a day late. */
async function late(): Promise<void> {
  await bet(1, 1);
  await club.at(period.locks * 1_000);
  await advance(club, losing.table);
  await world.publish();
  await world.putBack();
  await world.recover();
  club.beacon.down = true;
  await club.clock.set(period.draws * 1_000 + DAY_MS);
  await advance(club, losing.table, { onFault: () => {} });
  expect(await outcomeOf(club, period)).toMatchObject({ entries: ['seal'], steps: ['return'] });
}

async function voided(): Promise<void> {
  await bet(1, 1);
  await club.at(period.sealByMs + 1_000);
  await advance(club, losing.table);
  await world.publish();
  await world.putBack();
  await world.recover();
  await advance(club, losing.table);
  expect(await outcomeOf(club, period)).toMatchObject({ entries: ['void'], steps: ['refund'] });
}

async function restoredTwice(): Promise<void> {
  await bet(1, 2);
  await losing.bringToEnd(period);
  for (let restores = 0; restores < 2; restores++) {
    await world.putBack();
    await world.recover();
    await world.publish();
  }
  await advance(club, losing.table);
  expect((await losing.bodies()).filter((body) => body.includes('"restored"'))).toHaveLength(2);
}

const MORE_LOSSES: [of: string, lose: () => Promise<void>][] = [
  ['all slips of a drawn period', () => drawn(0, 2)],
  ['a slip of a period whose beacon is a day late', late],
  ['a slip of a void period', voided],
  ['slips that a second restore lost again', restoredTwice],
];

test.each([['a slip of a drawn period', () => drawn(2, 1)] as const, ...sampleOf(MORE_LOSSES, 1)])(
  'a restore that lost sealed slips raises no fault of the ledger, and closes nothing: %s',
  async (_, lose) => {
    await lose();
    expect(await reconciled()).toEqual([]);
    await club.clock.forward(DAY_MS);
    expect(await publishLiabilities(club.jobs)).toBe('published');
    const date = new Date(club.clock.nowMs()).toISOString().slice(0, 10);
    expect(await remakeLiabilities(club.db, date, OWED_SOURCES)).toMatchObject({ same: true });
    expect(await reconciled()).toEqual([]);
    expect(await readSwitch(club.db)).toEqual({ open: true, reason: null });
    expect((await club.owner.query('select from ledger.fault union all select from draw.fault')).rows).toEqual([]);
  },
);

describe('after a restore that lost one of three slips', () => {
  beforeEach(async () => {
    await bet(2, 1);
    await losing.bringToEnd(period);
    await world.putBack();
    await world.recover();
    await advance(club, losing.table);
    expect(await faultOf()).toBeNull();
  });

  /** Appends a restore to the book, as the owner. */
  async function state(value: string): Promise<void> {
    await transaction(club.db, (tx) => append(tx, [{ type: 'rule', what: RESTORED, value, from: '1' }]));
    await noteTreeHead(club.db);
  }

  test('one slip fewer is a fault, and closes deposits', async () => {
    await club.owner.query('delete from lottery.slip where id = (select id from lottery.slip order by id limit 1)');
    expect(await faultOf()).toEqual([1n, 2n]);
    expect(await reconciled()).toContainEqual(expect.objectContaining({ what: 'slips', posted: '1', due: '2' }));
    expect(await readSwitch(club.db)).toEqual({ open: false, reason: 'ledger-wrong' });
  });

  test('one slip more is a fault, also if their number is that of the seal', async () => {
    const more = () =>
      club.owner.query(
        `insert into lottery.slip select (jsonb_populate_record(s, jsonb_build_object('id', $1::uuid))).*
         from lottery.slip s order by id limit 1`,
        [newId()],
      );
    await more();
    expect(await faultOf()).toEqual([3n, 2n]);
    await more();
    expect(await faultOf()).toEqual([4n, 2n]);
  });

  const changes: [how: string, change: string][] = [
    ['changed', `update book.entry set body = replace(body, ':1"', ':2"')`],
    [
      'changed with its hash',
      `update book.entry set body = replace(body, ':1"', ':2"'),
       hash = sha256('\\x00'::bytea || convert_to(replace(body, ':1"', ':2"'), 'UTF8'))`,
    ],
  ];
  test.each(sampleOf(changes, 1))('a stated number that was %s in the database explains nothing', async (_, change) => {
    await world.publish();
    await club.owner.query('delete from lottery.slip where id = (select id from lottery.slip order by id limit 1)');
    await club.owner.query(`${change} where type = 'rule' and body like '%"restored"%'`);
    expect(await faultOf()).toEqual([1n, 3n]);
  });

  test('a restore counts for the seals that it put back, and replaces what earlier ones counted', async () => {
    const size = (await losing.bodies()).length;
    await state(`entries=${size - 1}-${size - 1} acts=0 lost=${period.drawId}:2`);
    await state(`entries=0-${size + 9} acts=0 lost=${period.drawId}:2`);
    await state(`entries=0-${size - 1} acts=0 lost=${period.drawId}:2 and more`);
    expect(await faultOf()).toBeNull();
    await state(`entries=0-${size - 1} acts=0 lost=dice-30/1:1`);
    expect(await faultOf()).toEqual([2n, 3n]);
    await state(`entries=0-${size - 1} acts=0 lost=${period.drawId}:1`);
    expect(await faultOf()).toBeNull();
  });
});

test('liabilities that a restore put back differ from the ledger, and the command names the restore', async () => {
  await bet(0, 1);
  await losing.bringToEnd(period);
  await club.clock.forward(DAY_MS);
  expect(await publishLiabilities(club.jobs)).toBe('published');
  await world.publish();
  const date = new Date(club.clock.nowMs()).toISOString().slice(0, 10);
  const environment = { TERCET_OWNER_URL: club.database.ownerUrl, TERCET_KEYS: losing.keys.path };
  const remade = () => clubLines(['liabilities', 'remake', date], environment);
  expect((await remade()).at(-1)).toBe('Both agree.');
  await world.putBack();
  await world.recover();
  const seq = (await losing.bodies()).length - 1;
  await expect(remade()).rejects.toThrow(`Book entry ${seq} records a restore after this publication.`);
});

test('no role of a process states a loss in the book', async () => {
  const body = JSON.stringify({
    from: '1',
    type: 'rule',
    value: 'entries=0-9 acts=0 lost=dice-30/1:1',
    what: RESTORED,
  });
  for (const role of ['api', 'draw', 'jobs'] as const) {
    const as = (text: string) => club.pools[role].query(text, [body]);
    await expect(as('select book.append(array[$1])'), role).rejects.toThrow(/does not append|permission denied/);
    await expect(as('select book.write(array[$1])'), role).rejects.toThrow('permission denied');
    await expect(
      as(`insert into book.entry values (99, 'rule', null, $1::text, sha256(convert_to($1::text, 'UTF8')), now())`),
      role,
    ).rejects.toThrow('permission denied');
    await expect(as(`update book.entry set body = $1 where type = 'rule'`), role).rejects.toThrow('permission denied');
  }
});
