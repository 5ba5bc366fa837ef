import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { append } from '../../src/book/book.ts';
import { transaction } from '../../src/db/transaction.ts';
import { readDraw } from '../../src/draw/evidence/draw-records.ts';
import type { Period } from '../../src/draw/periods.ts';
import { settledFor } from '../../src/draw/settlement/member-results.ts';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { listSlips } from '../../src/draw/slips/slip-list.ts';
import { SLIP_STATES } from '../../src/draw/slips/slip-records.ts';
import { BeaconUnavailable } from '../../src/draw/worker/beacon.ts';
import { offerSignature } from '../../src/draw/worker/offered-signatures.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import type { PlacedSlip } from '../../src/lottery/place-slip.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { advance, creditsOf, diceOf, expectBooksBalance, lotteryOf, mortalDb, outcomeOf, periodIn } from './drawing.ts';

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-3600', periodSeconds: 3_600 });
});
beforeEach(async () => {
  club.beacon.down = false;
  // Each test moves the clock by days. Skipped periods become void; long periods keep their number small.
  await club.at(club.clock.nowMs());
  await advance(club, table);
});
afterAll(() => club.close());

/** Two slips of a member in a period that is sealed while the beacon is down. By its dice one wins and one loses. */
async function lateRound(): Promise<{ member: Identity; period: Period; winner: PlacedSlip; loser: PlacedSlip }> {
  const member = await club.member();
  const period = periodIn(club, table);
  const [a, b, c] = diceOf(club, period);
  const [wins, loses] = a + b + c >= 11 ? (['big', 'small'] as const) : (['small', 'big'] as const);
  const winner = await club.place(member, table, [{ bet: wins, stakeMinor: 1_000n }]);
  const loser = await club.place(member, table, [{ bet: loses, stakeMinor: 300n }]);
  await club.at(period.locks * 1_000);
  await advance(club, table);
  club.beacon.down = true;
  return { member, period, winner, loser };
}

/** Like `club.at` and `advance`, while the beacon is down. Returns what was reported as a fault. */
async function laterWithout(ms: number): Promise<string[]> {
  await club.clock.set(ms);
  const faults: string[] = [];
  await advance(club, table, { onFault: (what) => void faults.push(what) });
  return faults;
}

async function laterWith(ms: number): Promise<void> {
  club.beacon.down = false;
  await club.at(ms);
  await advance(club, table);
}

async function stateOf(period: Period): Promise<string | undefined> {
  return (await readDraw(club.db, lotteryOf(club, table), period.period))?.record.state;
}

async function statesOf(member: Identity): Promise<[string, bigint | null][]> {
  const { items } = await listSlips(club.db, club.catalogue(), member, { limit: 10 });
  return items.map((slip) => [slip.state, slip.payoutMinor]);
}

/** The beacon; it records the requested rounds. */
function watched(requests: number[]) {
  return {
    ...club.beacon,
    roundSignature(round: number) {
      requests.push(round);
      return club.beacon.roundSignature(round);
    },
  };
}

describe('while the beacon is late', () => {
  test('the draw waits for its own round and takes no other', async () => {
    const { period, winner } = await lateRound();
    await laterWithout(period.draws * 1_000);
    expect(await stateOf(period)).toBe('sealed');
    const requests: number[] = [];
    await club.clock.set(period.draws * 1_000 + 6_001);
    await advance(club, table, { onFault: () => {}, beaconOf: () => watched(requests) });
    expect(await stateOf(period)).toBe('late');
    expect((await outcomeOf(club, period)).dice).toEqual([]);
    // The beacon returns hours and thousands of rounds later. The same round decides.
    club.beacon.down = false;
    await club.at(period.draws * 1_000 + DAY_MS - 1);
    await advance(club, table, { beaconOf: () => watched(requests) });
    expect(new Set(requests)).toEqual(new Set([period.round]));
    expect(await outcomeOf(club, period)).toMatchObject({ dice: [diceOf(club, period)], steps: ['settle'] });
    expect(await creditsOf(club, winner)).toEqual([['payout', 1_920n]]);
  });

  test('after 24 hours stakes are returned; with the signature, winners get the payout less that', async () => {
    const { member, period, winner, loser } = await lateRound();
    // Until then the process only asks the beacon: it does not even try to return, which the database would refuse.
    expect(await laterWithout(period.draws * 1_000 + DAY_MS - 1)).toEqual([`beacon round ${period.round}`]);
    expect(await creditsOf(club, winner)).toEqual([]);
    await laterWithout(period.draws * 1_000 + DAY_MS);
    expect(await creditsOf(club, winner)).toEqual([['return', 1_000n]]);
    expect(await creditsOf(club, loser)).toEqual([['return', 300n]]);
    expect(await stateOf(period)).toBe('returned');
    expect(await statesOf(member)).toEqual([
      ['returned', 300n],
      ['returned', 1_000n],
    ]);
    await laterWithout(period.draws * 1_000 + DAY_MS + 60_000);
    expect(await creditsOf(club, winner)).toHaveLength(1);
    expect((await outcomeOf(club, period)).tasks).toBe(1);

    await laterWith(period.draws * 1_000 + DAY_MS + 120_000);
    const expected = { dice: [diceOf(club, period)], entries: ['seal', 'draw'], steps: ['return', 'settle'], tasks: 0 };
    expect(await outcomeOf(club, period)).toEqual(expected);
    expect(await creditsOf(club, winner)).toEqual([
      ['return', 1_000n],
      ['payout', 920n],
    ]);
    expect(await creditsOf(club, loser)).toEqual([['return', 300n]]);
  });

  test('a member who lost keeps what came back, and gets no message about a win', async () => {
    const { member, period, winner, loser } = await lateRound();
    await laterWithout(period.draws * 1_000 + DAY_MS);
    await laterWith(period.draws * 1_000 + DAY_MS + 1_000);
    expect(await statesOf(member)).toEqual([
      ['returned', 300n],
      ['won', 1_920n],
    ]);
    for (const state of SLIP_STATES) {
      const { items } = await listSlips(club.db, club.catalogue(), member, { limit: 10, state });
      expect(items.map((slip) => slip.id)).toEqual(
        state === 'won' ? [winner.prepared.slipId] : state === 'returned' ? [loser.prepared.slipId] : [],
      );
    }
    const [news] = await settledFor(club.db, [member], lotteryOf(club, table), period.period);
    expect(news?.balance.slipsSettled.map((slip) => slip.state).sort()).toEqual(['returned', 'won']);
  });
});

describe('a return and a draw', () => {
  test('a return that was cut off anywhere is ended before the draw is settled', async () => {
    // The step begins with the last of these commits.
    const begun = 2;
    for (const commit of [begun, begun + 1, 42, 259, 260]) {
      const { period, winner, loser } = await lateRound();
      await club.clock.set(period.draws * 1_000 + DAY_MS);
      const mortal = mortalDb(club.database.urls.draw, commit);
      // Pretend that there are a million slips, so that each bucket is a chunk.
      await payStep(mortal.db, period, 'return', 1_000_000n).catch(() => {});
      await mortal.close();
      await laterWith(club.clock.nowMs());
      const isReturned = commit > begun;
      expect(await creditsOf(club, winner)).toEqual(
        isReturned
          ? [
              ['return', 1_000n],
              ['payout', 920n],
            ]
          : [['payout', 1_920n]],
      );
      expect(await creditsOf(club, loser)).toEqual(isReturned ? [['return', 300n]] : []);
      expect((await outcomeOf(club, period)).tasks).toBe(0);
      await advance(club, table);
    }
  });

  test('of two processes, the one that sees no signature does not return what the other has settled', async () => {
    const { period, winner, loser } = await lateRound();
    await club.clock.set(period.draws * 1_000 + DAY_MS);
    const request = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<never>();
    const hanging = {
      ...club.beacon,
      roundSignature() {
        request.resolve();
        return answer.promise;
      },
    };
    const other = advance(club, table, { beaconOf: () => hanging, onFault: () => {} });
    await request.promise;
    await laterWith(club.clock.nowMs());
    answer.reject(new BeaconUnavailable(['test: down']));
    await other;
    expect(await creditsOf(club, winner)).toEqual([['payout', 1_920n]]);
    expect(await creditsOf(club, loser)).toEqual([]);
  });
});

describe('a return and a void that comes after it', () => {
  /** Voids the period, as if a witness turned out to have dated its seal before the lock. */
  async function makeVoid(period: Period): Promise<void> {
    const key = [period.lottery.id, period.period];
    const [entry] = await transaction(club.draw, (tx) =>
      append(tx, [{ type: 'void', draw_id: period.drawId, reason: 'seal-late', table: period.table.hash }]),
    );
    await club.owner.query(
      `update book.tree_head set at = to_timestamp($2::bigint / 1000.0) + interval '1 second'
       where size = (select min(c.size) from book.tree_head c
         join book.entry e on c.size > e.seq and e.draw_id = $1 and e.type = 'seal')`,
      [period.drawId, period.sealByMs],
    );
    await club.owner.query(
      `insert into draw.void (lottery_id, period, reason, entry_seq, at) values ($1, $2, 'seal-late', $3, clock.now())`,
      [...key, entry?.seq],
    );
    await club.owner.query(
      'insert into draw.settlement_queue (lottery_id, period) values ($1, $2) on conflict do nothing',
      key,
    );
  }

  test('give each stake back once, wherever the return was cut off', async () => {
    const begun = 2;
    for (const commit of [begun, begun + 1, 42, 259, 260]) {
      const { period, winner, loser } = await lateRound();
      await club.clock.set(period.draws * 1_000 + DAY_MS);
      const mortal = mortalDb(club.database.urls.draw, commit);
      await payStep(mortal.db, period, 'return', 1_000_000n).catch(() => {});
      await mortal.close();
      await makeVoid(period);
      await laterWithout(club.clock.nowMs());
      // A process that saw the seal in time, and no signature.
      await payStep(club.draw, period, 'return', null);
      const kind = commit > begun ? 'return' : 'refund';
      expect([commit, await creditsOf(club, winner)]).toEqual([commit, [[kind, 1_000n]]]);
      expect([commit, await creditsOf(club, loser)]).toEqual([commit, [[kind, 300n]]]);
      const { steps, tasks } = await outcomeOf(club, period);
      expect([commit, steps.sort(), tasks]).toEqual([commit, commit > begun ? ['refund', 'return'] : ['refund'], 0]);
      await laterWith(club.clock.nowMs());
    }
  });

  test('give it back once also by the database alone', async () => {
    const { period, winner, loser } = await lateRound();
    await club.clock.set(period.draws * 1_000 + DAY_MS);
    const chunk = (step: string, type: string) =>
      club.pools.draw.query(
        `select draw.settle_chunk(0::smallint, 255::smallint, $1, $2, $3,
           (select hash from book.entry where draw_id = $4 and type = $5), $6)`,
        [period.lottery.id, period.period, step, period.drawId, type, Buffer.from(table.table.hash, 'hex')],
      );
    await club.pools.draw.query(
      `insert into draw.settlement_step (lottery_id, period, step, state, at) values ($1, $2, 'return', 'begun', clock.now())`,
      [period.lottery.id, period.period],
    );
    await chunk('return', 'seal');
    await makeVoid(period);
    await chunk('refund', 'void');
    await chunk('return', 'seal');
    expect(await creditsOf(club, winner)).toEqual([['return', 1_000n]]);
    expect(await creditsOf(club, loser)).toEqual([['return', 300n]]);
  });
});

test('and money went nowhere', () => expectBooksBalance(club));

describe('a signature that somebody brings while the beacon is down', () => {
  test('of the draw’s own round draws it, and nothing else does', async () => {
    const { period, winner } = await lateRound();
    const right = club.beacon.sign(period.round);
    expect(await offerSignature(club.db, period, right)).toBe('not-due');
    await laterWithout(period.draws * 1_000);
    // Signatures of other rounds and invalid bytes change nothing and are removed.
    for (const wrong of [club.beacon.sign(period.round + 1), club.beacon.sign(period.round - 1), 'ab'.repeat(48)]) {
      expect(await offerSignature(club.db, period, wrong)).toBe('taken');
    }
    await laterWithout(period.draws * 1_000 + 1_000);
    expect((await outcomeOf(club, period)).dice).toEqual([]);
    expect(await offersLeft()).toBe(0);
    expect(await offerSignature(club.db, period, right)).toBe('taken');
    await laterWithout(period.draws * 1_000 + 2_000);
    expect((await outcomeOf(club, period)).dice).toEqual([diceOf(club, period)]);
    expect((await creditsOf(club, winner)).map(([kind]) => kind)).toEqual(['payout']);
    expect(await offerSignature(club.db, period, right)).toBe('drawn');
    await expectBooksBalance(club);
  });

  test('cannot fill the table: so many wait for one draw, and no more', async () => {
    const { period } = await lateRound();
    await laterWithout(period.draws * 1_000);
    const answers: string[] = [];
    for (let n = 1; n <= 9; n++) answers.push(await offerSignature(club.db, period, `0${n}`.repeat(48)));
    expect(answers).toEqual([...Array.from({ length: 8 }, () => 'taken'), 'too-many']);
    await laterWithout(period.draws * 1_000 + 1_000);
    expect(await offersLeft()).toBe(0);
    expect(await offerSignature(club.db, period, club.beacon.sign(period.round))).toBe('taken');
    await laterWith(period.draws * 1_000 + 2_000);
    expect((await outcomeOf(club, period)).dice).toEqual([diceOf(club, period)]);
  });
});

async function offersLeft(): Promise<number> {
  const rows = await club.db.selectFrom('draw.offer').select('period').execute();
  return rows.length;
}
