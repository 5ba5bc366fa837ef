import { decodeEntryAs, verifyOwedFile } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryAt } from '../../src/book/book.ts';
import { newId } from '../../src/db/ids.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { deleteLiabilityPaths } from '../../src/jobs/delete-liability-paths.ts';
import { isLiabilitiesDue, publishLiabilities } from '../../src/jobs/publish-liabilities.ts';
import { readLiabilities } from '../../src/ledger/liabilities/read.ts';
import { writeLiabilities } from '../../src/ledger/liabilities/write.ts';
import { advance, mortalDb, periodIn, until } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { postAll, transferOf } from '../kit/money.ts';
import {
  beforeMidnight,
  DAY_MS,
  dateNow,
  expectRight,
  fileOf,
  midnightNext,
  owedAsWritten,
  PERIOD_MS,
  reasonsOf,
  remake,
  START_MS,
  UNSIGNED,
} from './owed-model.ts';

let club: Club;
let table: OpenTable;
let quiet: OpenTable;
beforeAll(async () => {
  club = await openClub({ startMs: START_MS, connectionsMax: 16 });
  const periodSeconds = PERIOD_MS / 1_000;
  table = await club.openTable({ key: 'dice-900', periodSeconds });
  quiet = await club.openTable({ key: 'quiet-900', periodSeconds });
});
afterAll(() => club.close());

/** Publishes the next date's liabilities. Returns the date. */
async function publishNext(): Promise<string> {
  await club.at(midnightNext(club));
  expect(await publishLiabilities(club.jobs)).toBe('published');
  return dateNow(club);
}

async function entriesOf(date: string): Promise<number> {
  const { rows } = await club.pool.query(`select body from book.entry where type = 'liabilities'`);
  return rows.filter(({ body }) => decodeEntryAs('liabilities', body).date === date).length;
}

async function epochOfSnapshot(date: string): Promise<number | undefined> {
  const { rows } = await club.pool.query('select epoch from ledger.snapshot where date = $1', [date]);
  return rows[0]?.epoch;
}

describe('once a date', () => {
  test('however many processes are at it', async () => {
    await beforeMidnight(club, [table, quiet]);
    await club.members(5);
    await club.at(midnightNext(club));
    const others = Array.from({ length: 3 }, () =>
      openDb(openPool({ url: club.database.urls.jobs, connectionsMax: 4 })),
    );
    const outcomes = await Promise.all([club.db, ...others].map(publishLiabilities));
    expect(outcomes.filter((outcome) => outcome === 'published')).toHaveLength(1);
    for (const db of others) {
      expect(await publishLiabilities(db)).toBe('already');
      await db.destroy();
    }
    expect(await entriesOf(dateNow(club))).toBe(1);
    await expectRight(club, dateNow(club));
  });

  test('also where a process is killed before a commit: the snapshot stays, and nothing is there twice', async () => {
    let commit = 0;
    for (let killed = true; killed; commit++) {
      await beforeMidnight(club, [table, quiet]);
      const member = await club.member({ credits: 1_000n });
      await club.at(midnightNext(club));
      const mortal = mortalDb(club.database.urls.jobs, commit);
      await publishLiabilities(mortal.db).catch(() => {});
      killed = mortal.killed();
      await mortal.close();
      const snapshot = await epochOfSnapshot(dateNow(club));
      // The club continues before another process takes over.
      await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }]);
      await postAll(club.db, [transferOf(member, 'grant', 50n)]);
      await until('the lock of the killed', async () => (await publishLiabilities(club.db)) === 'already');
      if (snapshot !== undefined) expect(await epochOfSnapshot(dateNow(club))).toBe(snapshot);
      expect(await isLiabilitiesDue(club.jobs)).toBe(false);
      expect(await entriesOf(dateNow(club))).toBe(1);
      await expectRight(club, dateNow(club));
    }
    expect(commit).toBeGreaterThan(3);
  });
});

describe('a house that cheats is found out', () => {
  test('by the remake: a member who was left out, or counted for less', async () => {
    const [left, less] = [await club.member({ credits: 77n }), await club.member({ credits: 88n })];
    const date = await publishNext();
    const { recorded } = await remake(club, date);
    // Byte 40 is the last byte of the first part's amount.
    await club.owner.query(
      `update ledger.owed set splits = set_byte(splits, 39, (get_byte(splits, 39) + 1) % 256)
       where date = $1 and member_id = $2`,
      [date, less.memberId],
    );
    const lessened = await remake(club, date);
    expect(lessened).toMatchObject({ same: false, totalMinor: recorded.totalMinor });
    expect(lessened.root).not.toBe(recorded.root);
    expect(lessened.differing.map(({ memberId }) => memberId)).toEqual([less.memberId]);
    await club.owner.query('delete from ledger.owed where date = $1 and member_id = $2', [date, left.memberId]);
    expect((await remake(club, date)).differing).toContainEqual({
      memberId: left.memberId,
      recordedMinor: null,
      owedMinor: 77n,
    });
  });

  test('by the remake: a transfer that was written into an epoch that is closed', async () => {
    const member = await club.member({ credits: 77n });
    const date = await publishNext();
    const { bucket, memberId } = member;
    await club.owner.query(
      `insert into ledger.transfer values ($1, $2, $3, $4, 'grant', 'issue', 'available', 9, 1, clock.now())`,
      [bucket, memberId, date, newId()],
    );
    expect(await remake(club, date)).toMatchObject({
      same: false,
      differing: [{ memberId, recordedMinor: 77n, owedMinor: 86n }],
    });
    await club.owner.query('delete from ledger.transfer where bucket = $1 and member_id = $2 and epoch = 1', [
      bucket,
      memberId,
    ]);
  });

  test('by the remake: money that was moved between two members, with the same total and the same tree', async () => {
    const [from, to] = [await club.member({ credits: 77n }), await club.member({ credits: 88n })];
    const date = await publishNext();
    const { recorded } = await remake(club, date);
    const ref = newId();
    for (const [{ bucket, memberId }, debit, credit] of [
      [from, 'available', 'issue'],
      [to, 'issue', 'available'],
    ] as const)
      await club.owner.query(
        `insert into ledger.transfer values ($1, $2, $3, $4, 'grant', $5, $6, 9, 1, clock.now())`,
        [bucket, memberId, date, ref, debit, credit],
      );
    const remade = await remake(club, date);
    expect(remade).toMatchObject({ same: false, totalMinor: recorded.totalMinor, root: recorded.root });
    const differing = [
      { memberId: from.memberId, recordedMinor: 77n, owedMinor: 68n },
      { memberId: to.memberId, recordedMinor: 88n, owedMinor: 97n },
    ];
    expect(remade.differing).toHaveLength(2);
    expect(remade.differing).toEqual(expect.arrayContaining(differing));
    await club.owner.query('delete from ledger.transfer where ref = $1', [ref]);
  });

  test('by the member: their file has another sum, other leaves, or another entry', async () => {
    const member = await club.member({ credits: 1_234n });
    const date = await publishNext();
    const file = await fileOf(club, date, member);
    const known = { userName: member.userName, date, owedMinor: '1234' };
    const reasons = (given: object) =>
      verifyOwedFile({ ...file, ...given }, known).steps.flatMap(({ reason }) =>
        reason === null || UNSIGNED.includes(reason) ? [] : reason,
      );
    expect(reasons({})).toEqual([]);
    expect(reasons({ owedMinor: '1233' })).toContain('other-balance');
    expect(reasons({ total: String(BigInt(file.total) - 1n) })).toEqual(['other-total', 'other-entry']);
    const [first, second, ...rest] = file.splits;
    expect(reasons({ splits: [{ ...first, index: second?.index }, second, ...rest] })).toContain('index-twice');
    const swapped = [
      { ...first, amountMinor: second?.amountMinor },
      { ...second, amountMinor: first?.amountMinor },
    ];
    expect(reasons({ splits: [...swapped, ...rest] })).toEqual(['other-root']);
  });
});

describe('the tree is refused', () => {
  const owed = (userName: string, owedMinor: bigint) => ({ bucket: 0, memberId: newId(), userName, owedMinor });

  test.each([
    ['a negative amount', [owed('a', 5n), owed('b', -1n)], RangeError],
    ['sums beyond 2^63 − 1', [owed('a', 2n ** 63n - 1n), owed('b', 1n)], RangeError],
    ['a name that stands twice', [owed('a', 1n), owed('a', 1n)], TypeError],
  ])('with %s', async (_, all, error) => {
    const writing = transaction(club.jobs, (tx) => writeLiabilities(tx, '2031-01-01', all));
    await expect(writing).rejects.toThrow(error);
    expect((await owedAsWritten(club, '2031-01-01')).size).toBe(0);
  });

  test('but not where all of 2^63 − 1 is owed', async () => {
    const all = [owed('a', 2n ** 63n - 2n), owed('b', 1n), owed('c', 0n)];
    const made = await transaction(club.jobs, (tx) => writeLiabilities(tx, '2031-01-02', all));
    expect(made).toMatchObject({ totalMinor: 2n ** 63n - 1n, leaves: 16, members: 3 });
  });
});

test('a thousand members: several pages, and each member finds their path to the root', async () => {
  const members = await club.members(80);
  const date = '2031-01-03';
  const all = Array.from({ length: 1_000 }, (_, n) => ({
    bucket: members[n]?.bucket ?? 0,
    memberId: members[n]?.memberId ?? newId(),
    userName: members[n]?.userName ?? `somebody-${n}`,
    owedMinor: BigInt(n * n),
  }));
  await transaction(club.jobs, async (tx) => {
    const made = await writeLiabilities(tx, date, all);
    expect(made).toMatchObject({ leaves: 4_096, totalMinor: all.reduce((sum, { owedMinor }) => sum + owedMinor, 0n) });
    const { root, totalMinor, leaves } = made;
    await tx.q.insertInto('ledger.snapshot').values({ date, epoch: 1_000_000, closed_at: new Date() }).execute();
    await tx.q
      .insertInto('ledger.liabilities')
      .values({
        ...{ date, root: Buffer.from(root, 'hex'), total: totalMinor, leaves, members: all.length },
        ...{ entry_seq: 0n, at: new Date() },
      })
      .execute();
  });
  const places = new Set<number>();
  for (const [n, member] of members.entries()) {
    const file = { ...(await fileOf(club, date, member)), entry: null };
    const known = { userName: member.userName, date, owedMinor: String(n * n) };
    const open = verifyOwedFile(file, known).steps.flatMap(({ reason }) => reason ?? []);
    expect(open).toEqual(['no-entry', 'blocked']);
    for (const { index } of file.splits) places.add(index);
  }
  expect(places.size).toBe(4 * members.length);
  // Positions are random: the first eighty members do not have the first ones.
  expect(Math.max(...places)).toBeGreaterThan(2_000);
});

test('the turnover of the day before tells tables that twenty played, staked beside what it brought', async () => {
  await beforeMidnight(club, [table, quiet]);
  const period = periodIn(club, table);
  const members = await club.members(21, { credits: 10_000n });
  for (const member of members) await club.place(member, table, [{ bet: 'big', stakeMinor: 200n }]);
  for (const member of members.slice(2)) await club.place(member, quiet, [{ bet: 'big', stakeMinor: 200n }]);
  for (const ms of [period.locks * 1_000, period.draws * 1_000]) {
    await club.at(ms);
    for (const one of [table, quiet]) await advance(club, one);
  }
  // The last period of the day is not drawn at the snapshot, so it counts in neither sum.
  for (const member of members) await club.place(member, table, [{ bet: 'big', stakeMinor: 200n }]);
  const record = await readLiabilities(club.db, await publishNext());
  const logged = await entryAt(club.db, record?.entrySeq ?? 0n);
  const entry = decodeEntryAs('liabilities', logged?.body ?? '');
  const { rows } = await club.pool.query(
    `select coalesce(sum(amount), 0)::text as paid from ledger.transfer t
     where kind = 'payout' and exists (
       select from lottery.slip s where s.bucket = t.bucket and s.member_id = t.member_id and s.id = t.ref
         and s.lottery_id = $1 and s.period = $2)`,
    [table.lotteryId, period.period],
  );
  expect(entry.turnover).toEqual([{ key: 'dice-900', players: '21', staked: '4200', paid: rows[0].paid }]);
  expect(entry).toMatchObject({ total: String(record?.totalMinor), root: record?.root, epoch: String(record?.epoch) });
});

test('paths are kept for 35 days; root and total for ever, and the total can be made again', async () => {
  const member = await club.member({ credits: 10n });
  const date = await publishNext();
  await club.clock.forward(35 * DAY_MS);
  await deleteLiabilityPaths(club.jobs);
  expect(await reasonsOf(club, date, member, 10n)).toEqual(UNSIGNED);
  await club.clock.forward(DAY_MS);
  await deleteLiabilityPaths(club.jobs);
  await expect(fileOf(club, date, member)).rejects.toThrow('nothing was published');
  expect(await remake(club, date)).toMatchObject({ same: true, root: null });
});
