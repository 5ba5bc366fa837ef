import { randomUUID } from 'node:crypto';
import { leafHash, merkleRoot, type Stake, toHex } from '@tercet/fair';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { type Period, periodOf } from '../../src/draw/periods.ts';
import { closeGates } from '../../src/draw/seal/gates.ts';
import { sealPeriod } from '../../src/draw/seal/seal.ts';
import type { Identity } from '../../src/identity.ts';
import { closeEpoch, currentEpoch } from '../../src/ledger/epochs.ts';
import type { PlacedSlip } from '../../src/lottery/place-slip.ts';
import { leafDataOf } from '../../src/lottery/slip.ts';
import { Refusal } from '../../src/refusal.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { leafHashesOf } from '../kit/leaf-hashes.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';

const BIG: Stake[] = [{ bet: 'big', stakeMinor: 100n }];

let club: Club;
let table: OpenTable;
let member: Identity;
let pools: Pool[];
beforeAll(async () => {
  club = await openClub({ connectionsMax: 16 });
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  pools = [1, 2].map(() => openPool({ url: club.database.urls.api, connectionsMax: 2 }));
});
beforeEach(async () => {
  await club.at(table.schedule().locks * 1_000);
  member = await club.member();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await club.close();
});

const thisPeriod = (): Period => periodOf(club.catalogue().byId.get(table.lotteryId)!, table.schedule().period);

async function sealOf(period: Period): Promise<{ root: string; count: number } | undefined> {
  const { rows } = await club.pool.query(
    `select encode(root, 'hex') as root, slip_count::int as count from draw.seal where lottery_id = $1 and period = $2`,
    [period.lottery.id, period.period],
  );
  return rows[0];
}

/** The root over the receipts' leaf data, computed like a member would. */
function rootOf(placed: PlacedSlip[]): string {
  const inOrder = placed.toSorted((a, b) => (a.prepared.slipId < b.prepared.slipId ? -1 : 1));
  return toHex(merkleRoot(inOrder.map(({ prepared, verdict }) => leafHash(leafDataOf(prepared, verdict.acceptedMs)))));
}

/** An accepted slip in a transaction that is still open. */
async function slipInFlight(who: Identity) {
  const slip = await openTransaction(club.pool);
  const placed = await club.place(who, table, BIG, { deps: club.slipsOf(slip.client as never, { lanes: 1 }) });
  expect(placed.verdict.code).toBe('accepted');
  return { ...slip, placed };
}

describe('no accepted slip can miss its seal', () => {
  test('the seal waits for a slip in flight, and holds it', async () => {
    const period = thisPeriod();
    const slip = await slipInFlight(member);
    try {
      await club.at(period.locks * 1_000);
      const sealing = sealPeriod(club.draw, period);
      await untilWaiting(club.owner, slip.pid);
      expect(await sealOf(period)).toBeUndefined();
      await slip.commit();
      await sealing;
    } finally {
      await slip.rollback();
    }
    expect(await sealOf(period)).toEqual({ root: rootOf([slip.placed]), count: 1 });
  });

  test('one that is rolled back is in no seal', async () => {
    const period = thisPeriod();
    const stored = await club.place(await club.member(), table, BIG);
    const slip = await slipInFlight(member);
    await club.at(period.locks * 1_000);
    const sealing = sealPeriod(club.draw, period);
    await untilWaiting(club.owner, slip.pid);
    await slip.rollback();
    await sealing;
    expect(await sealOf(period)).toEqual({ root: rootOf([stored]), count: 1 });
  });

  test('slips of the next period that move gates early wait for it too', async () => {
    const period = thisPeriod();
    const slip = await slipInFlight(member);
    try {
      await club.at(period.locks * 1_000);
      // This slip borrows budget from all buckets, and so updates all gates.
      const bold = club.place(await club.member(), table, [{ bet: 's3', stakeMinor: 90_000n }]);
      await untilWaiting(club.owner, slip.pid);
      const sealing = sealPeriod(club.draw, period);
      await slip.commit();
      await Promise.all([bold, sealing]);
    } finally {
      await slip.rollback();
    }
    expect(await sealOf(period)).toEqual({ root: rootOf([slip.placed]), count: 1 });
  });
});

describe('a slip and the end of an epoch of the ledger', () => {
  const epochOf = async ({ prepared }: PlacedSlip) => {
    const { rows } = await club.pool.query('select epoch from ledger.transfer where ref = $1', [prepared.slipId]);
    return rows[0]?.epoch;
  };

  test('the end waits for a slip in flight, and counts its stake', async () => {
    const epoch = await currentEpoch(club.db);
    const slip = await slipInFlight(member);
    try {
      const closing = transaction(club.jobs, (tx) => closeEpoch(tx));
      await untilWaiting(club.owner, slip.pid);
      await slip.commit();
      expect(await closing).toBe(epoch);
    } finally {
      await slip.rollback();
    }
    expect(await epochOf(slip.placed)).toBe(epoch);
  });

  test('a slip waits for the end, and its stake counts in the next one', async () => {
    const epoch = await currentEpoch(club.db);
    const closing = await openTransaction(club.pools.jobs);
    try {
      await closing.client.query('select ledger.close_epoch()');
      const placing = club.place(member, table, BIG);
      await untilWaiting(club.owner, closing.pid);
      await closing.commit();
      expect(await epochOf(await placing)).toBe(epoch + 1);
    } finally {
      await closing.rollback();
    }
  });
});

describe('no slip gets in behind the gate', () => {
  test('that has moved, even if the clock were put back', async () => {
    const period = thisPeriod();
    await club.at(period.locks * 1_000);
    await sealPeriod(club.draw, period);
    await club.at(period.locks * 1_000 - 30_000);
    await expect(club.place(member, table, BIG)).rejects.toMatchObject({ code: 'betting-closed' });
    expect(await sealOf(period)).toEqual({ root: rootOf([]), count: 0 });
  });

  test('that moves while the slip waits for it', async () => {
    const period = thisPeriod();
    const closing = await openTransaction(club.owner);
    try {
      await closing.client.query('update lottery.gate set period = $1 where lottery_id = $2 and period <= $3', [
        period.period + 1,
        table.lotteryId,
        period.period,
      ]);
      const slip = club.place(member, table, BIG);
      const refused = expect(slip).rejects.toMatchObject({ code: 'betting-closed' });
      await untilWaiting(club.owner, closing.pid);
      await closing.commit();
      await refused;
    } finally {
      await closing.rollback();
    }
  });

  test('when the lock comes while the slip waits: the clock is read with the gate in hand', async () => {
    const period = thisPeriod();
    const holder = await openTransaction(club.owner);
    try {
      await holder.client.query('select 1 from lottery.gate where bucket = $1 and lottery_id = $2 for update', [
        member.bucket,
        table.lotteryId,
      ]);
      const slip = club.place(member, table, BIG);
      const refused = expect(slip).rejects.toMatchObject({ code: 'betting-closed' });
      await untilWaiting(club.owner, holder.pid);
      await club.at(period.locks * 1_000);
      await holder.commit();
      await refused;
    } finally {
      await holder.rollback();
    }
  });

  test('and no gate closes before the lock', async () => {
    const period = thisPeriod();
    await club.at(period.locks * 1_000 - 1);
    await expect(closeGates(club.draw, period)).rejects.toThrow('not locked yet');
    expect((await club.place(member, table, BIG)).verdict.code).toBe('accepted');
  });
});

test('closing takes the gates in the order in which slips do, so that they never wait in a circle', async () => {
  // Rewrite rows so that their physical order differs from the order of buckets.
  for (const bucket of [3, 250, 60, 199, 0, 101]) {
    await club.owner.query('update lottery.gate set budget = budget where bucket = $1', [bucket]);
  }
  const period = thisPeriod();
  await club.at(period.locks * 1_000);
  const slip = await openTransaction(club.owner);
  try {
    const gates = `select bucket from lottery.gate where lottery_id = ${table.lotteryId}`;
    await slip.client.query(`${gates} and bucket = 100 for update`);
    const closing = closeGates(club.draw, period);
    await untilWaiting(club.owner, slip.pid);
    const { rows } = await club.owner.query(`${gates} order by bucket for update skip locked`);
    expect(rows.map((row) => row.bucket)).toEqual(Array.from({ length: 155 }, (_, index) => index + 101));
    await slip.commit();
    await closing;
  } finally {
    await slip.rollback();
  }
});

test('the gates that a seal leaves behind hold the cap of the table that rules next', async () => {
  const plan = { key: 'dice-30', periodSeconds: 30, stakeMin: 25n };
  const wide = await club.openTable({ ...plan, periodCap: 1_000_000n });
  const last = wide.schedule();
  const narrow = await club.openTable({ ...plan, periodCap: 50_000n });
  const closed = periodOf(club.catalogue().byId.get(wide.lotteryId)!, narrow.schedule().period - 1);
  expect(closed.period).toBeGreaterThanOrEqual(last.period);
  await closeGates(club.draw, closed);
  const { rows } = await club.pool.query(
    'select distinct period::int, sum(budget) over ()::int as cap, at_risk::int from lottery.gate where lottery_id = $1',
    [wide.lotteryId],
  );
  expect(rows).toEqual([{ period: closed.period + 1, cap: 50_000, at_risk: 0 }]);
});

test('over some locks in the middle of a rush, each seal holds exactly what was accepted', async () => {
  const members = await club.members(24);
  const processes = pools.map((pool) => club.slipsOf(pool));
  const periods = new Map<number, PlacedSlip[]>();
  const codes = new Set<string>();
  let running = true;
  async function bets(index: number): Promise<void> {
    while (running) {
      const { period } = table.schedule();
      try {
        const deps = processes[index % processes.length]!;
        const placed = await club.place(members[index]!, table, BIG, { deps, period, key: randomUUID() });
        periods.set(period, [...(periods.get(period) ?? []), placed]);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        codes.add(error.code);
      }
    }
  }
  const rush = Promise.all(members.map((_, index) => bets(index)));
  const sealed: Period[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const period = thisPeriod();
    while ((periods.get(period.period)?.length ?? 0) < 40) await new Promise((resolve) => setImmediate(resolve));
    await club.at(period.locks * 1_000);
    await sealPeriod(club.draw, period);
    sealed.push(period);
  }
  running = false;
  await rush;
  for (const period of sealed) {
    const placed = periods.get(period.period) ?? [];
    expect(await sealOf(period)).toEqual({ root: rootOf(placed), count: placed.length });
    expect(await leafHashesOf(club.db, period)).toHaveLength(placed.length);
  }
  // Slips were late, or came before the process saw the new period; there were no other errors.
  for (const code of codes) expect(['betting-closed', 'period-not-open', 'beacon-disagrees']).toContain(code);
});
