import { randomUUID } from 'node:crypto';
import { leafHash, type Stake } from '@tercet/fair';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { findReceipt } from '../../src/draw/slips/receipts.ts';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import type { PlacedSlip, PlaceSlipDeps } from '../../src/lottery/place-slip.ts';
import { leafDataOf } from '../../src/lottery/slip.ts';
import { noon } from '../kit/clock.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { balanceOf } from '../kit/money.ts';

const BIG: Stake[] = [{ bet: 'big', stakeMinor: 100n }];

let club: Club;
let table: OpenTable;
let member: Identity;
/** Slip queues of two more server processes. */
let processes: PlaceSlipDeps[];
let pools: Pool[];
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  pools = [1, 2].map(() => openPool({ url: club.database.urls.api, connectionsMax: 2 }));
  processes = [club.slips, ...pools.map((pool) => club.slipsOf(pool))];
});
beforeEach(async () => {
  await club.at(table.schedule().locks * 1_000);
  member = await club.member({ credits: 10_000n });
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  await Promise.all(pools.map((pool) => pool.end()));
  await club.close();
});

async function rowsOf(identity: Identity) {
  const { rows } = await club.pool.query(
    `select (select count(*)::int from lottery.slip where member_id = $1) as slips,
      (select count(*)::int from lottery.slip_key where member_id = $1) as keys,
      (select count(*)::int from ledger.transfer where member_id = $1 and kind = 'stake') as stakes`,
    [identity.memberId],
  );
  return rows[0];
}

const codesOf = (placed: PlacedSlip[]) => placed.map(({ verdict }) => verdict.code).sort();

describe('one key sent 50 times at once', () => {
  test.each([1, 3])('to %i processes is one slip, and 49 times its receipt', async (count) => {
    const key = randomUUID();
    const sends = Array.from({ length: 50 }, (_, index) => {
      const deps = processes[index % count]!;
      return club.place(member, table, BIG, { key, deps });
    });
    const placed = await Promise.all(sends);
    expect(codesOf(placed)).toEqual(['accepted', ...Array<string>(49).fill('replayed')]);
    expect(await rowsOf(member)).toEqual({ slips: 1, keys: 1, stakes: 1 });
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 9_900n, play: 100n, version: 2n });

    const first = placed.find(({ verdict }) => verdict.code === 'accepted')!;
    const receipts = await Promise.all(placed.map(() => findReceipt(club.db, club.catalogue(), member, { key })));
    const { prepared, verdict } = first;
    for (const receipt of receipts) {
      expect(receipt).toMatchObject({ slipId: prepared.slipId, drawId: table.schedule().drawId });
      expect(receipt?.salt).toEqual(prepared.salt);
      expect(receipt?.leafData).toEqual(leafDataOf(prepared, verdict.acceptedMs));
      expect(receipt?.leaf).toEqual(Buffer.from(leafHash(receipt!.leafData)));
    }
    expect(new Set(placed.map((one) => one.verdict.availableMinor))).toEqual(new Set([9_900n]));
  });

  test('where only one can be paid for, is paid once', async () => {
    member = await club.member({ credits: 100n });
    const key = randomUUID();
    const sends = Array.from({ length: 20 }, (_, index) =>
      club.place(member, table, BIG, { key, deps: processes[index % 3]! }),
    );
    expect(codesOf(await Promise.all(sends))).toEqual(['accepted', ...Array<string>(19).fill('replayed')]);
  });

  test('of many members at once, all mixed, gives each one slip', async () => {
    const members = await club.members(12, { credits: 1_000n });
    const keys = members.map(() => randomUUID());
    const sends = Array.from({ length: 60 }, (_, index) => {
      const who = index % members.length;
      return club.place(members[who]!, table, BIG, { key: keys[who]!, deps: processes[index % 3]! });
    });
    await Promise.all(sends);
    for (const one of members) {
      expect(await rowsOf(one)).toEqual({ slips: 1, keys: 1, stakes: 1 });
      expect((await balanceOf(club.db, one)).available).toBe(900n);
    }
  });
});

describe('the first answer stands', () => {
  async function again(options: { key: string; period: number }) {
    return (await club.place(member, table, BIG, options)).verdict.code;
  }

  test('when betting is closed, the balance gone, or the table closed since', async () => {
    member = await club.member({ credits: 100n });
    const key = randomUUID();
    const { period, locks } = table.schedule();
    await club.place(member, table, BIG, { key });
    expect(await again({ key, period })).toBe('replayed');
    await club.at(locks * 1_000);
    expect(await again({ key, period })).toBe('replayed');
    await club.owner.query('update lottery.gate set period = $1', [period + 1]);
    expect(await again({ key, period })).toBe('replayed');
    expect(await rowsOf(member)).toEqual({ slips: 1, keys: 1, stakes: 1 });
  });

  test('for a session that was restricted, but for none that ended', async () => {
    const key = randomUUID();
    const { period } = table.schedule();
    await club.place(member, table, BIG, { key });
    await club.owner.query('update members.session set restricted = true where member_id = $1', [member.memberId]);
    expect(await again({ key, period })).toBe('replayed');
    await club.owner.query('update members.session set ended_at = now() where member_id = $1', [member.memberId]);
    await expect(again({ key, period })).rejects.toMatchObject({ code: 'signed-out' });
  });

  test('not for what was refused: its key is free', async () => {
    member = await club.member({ credits: 99n });
    const key = randomUUID();
    await expect(club.place(member, table, BIG, { key })).rejects.toMatchObject({ code: 'balance-too-small' });
    const smaller: Stake[] = [{ bet: 'odd', stakeMinor: 100n }];
    await expect(club.place(member, table, smaller, { key })).rejects.toMatchObject({ code: 'balance-too-small' });
    expect(await rowsOf(member)).toEqual({ slips: 0, keys: 0, stakes: 0 });
  });

  test('over midnight: the retry finds the slip of the day before', async () => {
    await club.at(noon() + 12 * 3_600_000 - 30_000);
    const key = randomUUID();
    const { period } = table.schedule();
    await club.place(member, table, BIG, { key });
    await club.at(noon() + 12 * 3_600_000 + 30_000);
    expect(await again({ key, period })).toBe('replayed');
    expect(await rowsOf(member)).toEqual({ slips: 1, keys: 1, stakes: 1 });
    const { rows } = await club.pool.query(
      `select distinct t.day = s.day and s.day = k.day as same, s.day from lottery.slip s
       join ledger.transfer t on t.bucket = s.bucket and t.member_id = s.member_id and t.ref = s.id
       join lottery.slip_key k on k.bucket = s.bucket and k.member_id = s.member_id and k.slip_id = s.id
       where s.member_id = $1`,
      [member.memberId],
    );
    // A period belongs to the day of its lock, which is midnight here.
    expect(rows).toEqual([{ same: true, day: new Date(noon() + 86_400_000).toISOString().slice(0, 10) }]);
  });
});

describe('the same key with another body is refused, and the first slip stands', () => {
  const key = randomUUID();
  const others: [string, Stake[]][] = [
    ['another stake', [{ bet: 'big', stakeMinor: 101n }]],
    ['another bet', [{ bet: 'small', stakeMinor: 100n }]],
    ['one bet more', [...BIG, { bet: 'odd', stakeMinor: 100n }]],
  ];

  test.each(others)('%s', async (_, selections) => {
    await club.place(member, table, BIG, { key });
    await expect(club.place(member, table, selections, { key })).rejects.toMatchObject({ code: 'key-reused' });
    expect(await rowsOf(member)).toEqual({ slips: 1, keys: 1, stakes: 1 });
  });

  test('another period, after midnight, or another lottery', async () => {
    await club.at(noon() + 12 * 3_600_000 - 61_000);
    const { period } = table.schedule();
    await club.place(member, table, BIG, { key, period });
    for (const next of [1, 2, 3]) {
      await club.at((period + next) * 60_000);
      await expect(club.place(member, table, BIG, { key })).rejects.toMatchObject({ code: 'key-reused' });
    }
    const other = await club.openTable({ key: 'dice-180', periodSeconds: 180 });
    await expect(club.place(member, other, BIG, { key })).rejects.toMatchObject({ code: 'key-reused' });
    expect(await rowsOf(member)).toEqual({ slips: 1, keys: 1, stakes: 1 });
  });

  test('both at once: one of them is the slip', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const both = randomUUID();
      const outcomes = await Promise.allSettled([
        club.place(member, table, BIG, { key: both, deps: processes[0]! }),
        club.place(member, table, [{ bet: 'odd', stakeMinor: 200n }], { key: both, deps: processes[1]! }),
      ]);
      expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
      const refused = outcomes.find((one) => one.status === 'rejected');
      expect(refused?.reason).toMatchObject({ code: 'key-reused' });
    }
    expect(await rowsOf(member)).toEqual({ slips: 5, keys: 5, stakes: 5 });
  });

  test('but the order of the bets is no difference', async () => {
    const slip: Stake[] = [...BIG, { bet: 'odd', stakeMinor: 200n }];
    const one = randomUUID();
    await club.place(member, table, slip, { key: one });
    const { verdict } = await club.place(member, table, slip.toReversed(), { key: one });
    expect(verdict.code).toBe('replayed');
  });
});

test('a key belongs to its member: another one may use the same', async () => {
  const other = await club.member();
  const key = randomUUID();
  await club.place(member, table, BIG, { key });
  expect((await club.place(other, table, BIG, { key })).verdict.code).toBe('accepted');
  expect(await findReceipt(club.db, club.catalogue(), other, { key })).not.toEqual(
    await findReceipt(club.db, club.catalogue(), member, { key }),
  );
});
