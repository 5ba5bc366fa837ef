import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { closeUnproven } from '../../src/draw/tables/stop-table.ts';
import { reconcileNewTransfers } from '../../src/jobs/reconcile-ledger.ts';
import { watchPayouts } from '../../src/jobs/watch-payouts.ts';
import { readSwitch } from '../../src/payments/rules/money-switch.ts';
import { readReviewFlags } from '../../src/payments/withdrawals/review-flags.ts';
import { openReviewed } from '../../src/reconciliation/switches.ts';
import { confirmProposal, propose } from '../../src/staff/proposals.ts';
import { peopleOf } from '../../src/staff/two-people.ts';
import { macs } from '../kit/macs.ts';
import { ADA, BO } from '../kit/staff.ts';
import { startOne } from '../kit/wallet.ts';
import { submit } from '../payments/withdrawals/withdrawing.ts';
import { type HonestClub, openHonestClub } from './honest.ts';

let honest: HonestClub;
const lines: unknown[][] = [];
const log = { error: (...line: unknown[]) => void lines.push(line) };
beforeAll(async () => {
  honest = await openHonestClub();
});
afterAll(() => honest.close());

const owner = (text: string, values: unknown[] = []) => honest.club.owner.query(text, values);
const reconcile = () => reconcileNewTransfers({ ...honest.deps, log });
const deps = { macs, people: peopleOf(macs) };
const open = () => openReviewed({ db: honest.club.jobs, macs }, honest.club.catalogue());
const bet = () => honest.club.place(honest.mira, honest.table, [{ bet: 'odd', stakeMinor: 100n }]);

async function forge(): Promise<string> {
  const { bucket, memberId } = honest.mira;
  const ref = newId();
  await owner(
    `select ledger.post($1::smallint[], $2::uuid[], array[current_date], $3::uuid[], '{payout}', '{play}', '{available}', '{5}')`,
    [[bucket], [memberId], [ref]],
  );
  return ref;
}

async function agree(subject: string, by: readonly [string, string] = [ADA, BO]): Promise<string> {
  const { api: db } = honest.club;
  const { id } = await transaction(db, (tx) =>
    propose(tx, deps, { what: 'reopening', subject, body: { faults: 1 }, why: 'looked at', proposedBy: by[0] }),
  );
  await honest.club.clock.forward(1_000);
  await transaction(db, (tx) => confirmProposal(tx, deps, id, { staffId: by[1], why: 'looked at, too' }));
  return id;
}

async function switchesInBook(): Promise<unknown[]> {
  const { rows } = await owner(
    `select body::jsonb ->> 'what' as what, body::jsonb ->> 'state' as state, body::jsonb ->> 'reason' as reason
     from book.entry where type = 'switch' order by seq`,
  );
  return rows;
}

describe('a fault in the ledger', () => {
  test('where there is none nothing is closed, and nobody is told', async () => {
    expect(await reconcile()).toBe(0);
    expect(await readSwitch(honest.club.db)).toEqual({ open: true, reason: null });
    expect(lines).toEqual([]);
  });

  test('closes what moves money in or spends it, with an entry in the book, a notice and a line in the log', async () => {
    const ref = await forge();
    expect(await reconcile()).toBe(1);
    expect(lines).toEqual([
      [
        expect.objectContaining({ what: 'no-cause', kind: 'payout', memberId: honest.mira.memberId, ref, posted: '5' }),
        'ledger fault found',
      ],
    ]);
    expect(await readSwitch(honest.club.db)).toEqual({ open: false, reason: 'ledger-wrong' });
    expect(await switchesInBook()).toEqual([{ what: 'money-in', state: 'off', reason: 'ledger-wrong' }]);
    const { rows } = await owner('select code from house.notice');
    expect(rows).toEqual([{ code: 'ledger-wrong' }]);
    await expect(bet()).rejects.toMatchObject({ code: 'ledger-wrong' });
    await expect(startOne(honest.wallet, honest.mira, 10_000n)).rejects.toMatchObject({ code: 'ledger-wrong' });
  });

  test('keeps it closed: neither healthy payouts nor another run open it', async () => {
    expect(await watchPayouts(honest.club.jobs, macs)).toBe('left');
    expect(await reconcile()).toBe(0);
    expect(await open()).toEqual([]);
    expect(await switchesInBook()).toHaveLength(1);
  });

  test('stops no withdrawal: it goes its way, with a review flag for whoever looks at it', async () => {
    const { club, wallet, mira } = honest;
    const id = await submit(wallet.payments, mira, 10_000n);
    const { rows } = await owner('select state from payments.withdrawal where id = $1', [id]);
    expect(rows).toEqual([{ state: 'in-review' }]);
    const reviewFlags = await readReviewFlags(
      club.api,
      [{ bucket: mira.bucket, memberId: mira.memberId, id }],
      new Map(),
    );
    expect(reviewFlags.get(id)?.map(({ kind }) => kind)).toContain('ledger-fault');
    const other = await club.member();
    expect((await readReviewFlags(club.api, [{ ...other, id }], new Map())).size).toBe(0);
  });

  test('lets a period that is open run to its draw', async () => {
    const { rows } = await owner('select count(*)::integer as n from lottery.switch');
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('is opened by nobody alone, nor by somebody who does not count', async () => {
    const { api: db } = honest.club;
    const { id } = await transaction(db, (tx) =>
      propose(tx, deps, {
        what: 'reopening',
        subject: 'money-in',
        body: { faults: 1 },
        why: 'looked at',
        proposedBy: ADA,
      }),
    );
    const own = transaction(db, (tx) => confirmProposal(tx, deps, id, { staffId: ADA, why: 'me again' }));
    await expect(own).rejects.toMatchObject({ code: 'second-person-needed' });
    expect(await open()).toEqual([]);
    // With the password of the API's role, which has no MAC key.
    await honest.club.pool.query(`select staff.decide($1, 'confirmed', $2, clock.now(), 'by hand', 'no MAC')`, [
      id,
      BO,
    ]);
    expect(await open()).toEqual([]);
    const { jobs } = honest.club.pools;
    const left = await jobs.query('select ledger.review_faults($1) as n', [newId()]);
    expect(left.rows[0].n).toBeNull();
    await owner('update staff.account set disabled_at = clock.now() where id = $1', [BO]);
    expect((await jobs.query('select ledger.review_faults($1) as n', [id])).rows[0].n).toBeNull();
    await owner('update staff.account set disabled_at = null where id = $1', [BO]);
  });

  test('stays closed where something was found after two people began to look', async () => {
    await agree('money-in');
    await owner('update ledger.fault set found_at = clock.now()');
    expect(await open()).toEqual([]);
    expect((await readSwitch(honest.club.db)).open).toBe(false);
    await honest.club.clock.forward(1_000);
  });

  test('is opened once two people have looked, with an entry in the book and a notice', async () => {
    const id = await agree('money-in');
    expect(await open()).toEqual(['money-in']);
    expect(await readSwitch(honest.club.db)).toEqual({ open: true, reason: 'reviewed' });
    expect((await switchesInBook()).at(-1)).toEqual({ what: 'money-in', state: 'on', reason: 'reviewed' });
    const { rows } = await owner('select review from ledger.fault');
    expect(rows).toEqual([{ review: id }]);
    // Reviewed faults do not close the house again; new ones do.
    expect(await reconcile()).toBe(0);
    expect((await readSwitch(honest.club.db)).open).toBe(true);
    await honest.club.clock.forward(1_000);
    await forge();
    expect(await reconcile()).toBe(1);
    expect((await readSwitch(honest.club.db)).open).toBe(false);
    expect(await open()).toEqual([]);
  });
});

describe('a table that stopped', () => {
  test('takes bets again once two people have looked, and not before', async () => {
    const { club, table } = honest;
    await owner(
      `insert into draw.fault (lottery_id, period, step, what, at) values ($1, 1, 'settle', 'dice', clock.now())`,
      [table.lotteryId],
    );
    await expect(bet()).rejects.toMatchObject({ code: 'table-closed' });
    const close = () => closeUnproven(club.jobs, club.catalogue());
    expect(await close()).toEqual([table.key]);
    expect((await switchesInBook()).at(-1)).toMatchObject({ what: `table/${table.key}`, reason: 'draw-unproven' });
    await club.clock.forward(1_000);
    expect(await close()).toEqual([]);
    expect(await open()).toEqual([]);
    await agree('table/another');
    expect(await open()).toEqual([]);
    await agree(`table/${table.key}`);
    expect(await open()).toEqual([`table/${table.key}`]);
    const { rows } = await owner('select open, reason from lottery.switch order by at desc limit 1');
    expect(rows).toEqual([{ open: true, reason: 'reviewed' }]);
    expect(await open()).toEqual([]);
    expect(await close()).toEqual([]);
    await expect(bet()).rejects.not.toMatchObject({ code: 'table-closed' });
  });
});
