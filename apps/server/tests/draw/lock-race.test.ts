import { merkleRootHex } from '@tercet/fair';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { readDraw } from '../../src/draw/evidence/draw-records.ts';
import type { Identity } from '../../src/identity.ts';
import type { PlacedSlip, PlaceSlipDeps } from '../../src/lottery/place-slip.ts';
import { Refusal } from '../../src/refusal.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { leafHashesOf } from '../kit/leaf-hashes.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { advance, lotteryOf, periodIn } from './drawing.ts';

const NODES = 3;
const MEMBERS = 60;

let club: Club;
let table: OpenTable;
let members: Identity[];
let pools: Pool[];
let nodes: PlaceSlipDeps[];
beforeAll(async () => {
  club = await openClub({ connectionsMax: 16 });
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  members = await club.members(MEMBERS);
  pools = Array.from({ length: NODES }, () => openPool({ url: club.database.urls.api, connectionsMax: 2 }));
  nodes = pools.map((pool) => club.slipsOf(pool, { lanes: 2, batchMax: 4 }));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await club.close();
});

interface Crowd {
  accepted: PlacedSlip[];
  refused: string[];
}

/** Places slips of all members through several processes. Calls `onAnswer` after each answer. */
async function crowd(period: number, onAnswer: () => void): Promise<Crowd> {
  const found: Crowd = { accepted: [], refused: [] };
  const placing = members.flatMap((member, n) =>
    nodes.map(async (deps) => {
      try {
        const bets = [{ bet: 'big', stakeMinor: BigInt(100 + n) }] as const;
        found.accepted.push(await club.place(member, table, bets, { period, deps }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        found.refused.push(error.code);
      }
      onAnswer();
    }),
  );
  await Promise.all(placing);
  return found;
}

/** Checks that exactly the accepted slips were sealed, leaf by leaf, and debited. */
async function expectSealed(period: number, { accepted }: Crowd): Promise<void> {
  const sealed = (await readDraw(club.db, lotteryOf(club, table), period))?.record;
  const leaves = await leafHashesOf(club.db, periodIn(club, table, period));
  expect(merkleRootHex(leaves)).toBe(sealed?.root);
  expect(leaves).toHaveLength(sealed?.slipCount ?? -1);
  const { rows } = await club.pool.query(
    `select s.id, t.amount from lottery.slip s
     join ledger.transfer t on t.bucket = s.bucket and t.member_id = s.member_id and t.day = s.day and t.ref = s.id
     where s.lottery_id = $1 and s.period = $2 order by s.id`,
    [table.lotteryId, period],
  );
  const expected = accepted.map(({ prepared }) => ({ id: prepared.slipId, amount: prepared.total }));
  expect(rows).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)));
  expect(leaves).toHaveLength(accepted.length);
}

test.each([1, 20, 60, 120, 170])(
  'of slips around the lock, each is in the root or refused: lock after answer %i',
  async (answers) => {
    await advance(club, table);
    const period = periodIn(club, table);
    const enough = Promise.withResolvers<void>();
    let answered = 0;
    const crowding = crowd(period.period, () => {
      answered += 1;
      if (answered === answers) enough.resolve();
    });
    await enough.promise;
    // The beacon moves with the clock, so that pending slips fail for the lock and not for a stale beacon.
    await club.clock.set(period.locks * 1_000);
    await advance(club, table);
    const found = await crowding;
    expect(found.accepted.length + found.refused.length).toBe(MEMBERS * NODES);
    expect(new Set(found.refused)).toEqual(found.refused.length > 0 ? new Set(['betting-closed']) : new Set());
    await expectSealed(period.period, found);
    await club.at(period.draws * 1_000);
  },
);

test('the seal waits for a slip that holds its gate, and has it in the root', async () => {
  await advance(club, table);
  const [member] = members as [Identity];
  const period = periodIn(club, table);
  const holder = await openTransaction(club.owner);
  await holder.client.query('select 1 from ledger.balance where bucket = $1 and member_id = $2 for update', [
    member.bucket,
    member.memberId,
  ]);
  const placing = club.place(member, table, [{ bet: 'even', stakeMinor: 900n }]);
  const [slipPid] = await untilWaiting(club.owner, holder.pid);
  await club.clock.set(period.locks * 1_000);
  const sealing = advance(club, table);
  await untilWaiting(club.owner, slipPid ?? 0);
  await holder.rollback();
  const slip = await placing;
  await sealing;
  expect(slip.verdict.code).toBe('accepted');
  await expectSealed(period.period, { accepted: [slip], refused: [] });
  await club.at(period.draws * 1_000);
});

test('a slip that waits for its gate while the seal closes it is refused, whatever the clock said when it came', async () => {
  await advance(club, table);
  const [member] = members as [Identity];
  const period = periodIn(club, table);
  const holder = await openTransaction(club.owner);
  await holder.client.query('select 1 from lottery.gate where bucket = $1 and lottery_id = $2 for update', [
    member.bucket,
    table.lotteryId,
  ]);
  const placing = club.place(member, table, [{ bet: 'even', stakeMinor: 900n }]).catch((error: Refusal) => error.code);
  await untilWaiting(club.owner, holder.pid);
  await holder.client.query('update lottery.gate set period = $2 where lottery_id = $1', [
    table.lotteryId,
    period.period + 1,
  ]);
  await holder.commit();
  expect(await placing).toBe('betting-closed');
});
