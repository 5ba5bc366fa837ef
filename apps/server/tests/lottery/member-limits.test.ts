import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS, MINUTE_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import type { PlaceSlipDeps } from '../../src/lottery/place-slip.ts';
import { forgetSums, noteChecked, readPlaySession, readPlaySums } from '../../src/lottery/play-session.ts';
import type { LimitKind } from '../../src/members/limits/limit-kinds.ts';
import { setLimit } from '../../src/members/limits/limits.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { postAll, transferOf } from '../kit/money.ts';
import { seededRandom } from '../kit/random.ts';

const STAKE = 1_000n;
const SMALLEST = 100n;

let club: Club;
let table: OpenTable;
let other: Pool;
/** Two server processes. */
let processes: PlaceSlipDeps[];
let mira: Identity;
beforeAll(async () => {
  club = await openClub({ connectionsMax: 12 });
  table = await club.openTable({
    key: 'dice-3600',
    periodSeconds: 3_600,
    stakeMin: SMALLEST,
    memberCap: 10n ** 12n,
    periodCap: 10n ** 15n,
  });
  other = openPool({ url: club.database.urls.api, connectionsMax: 2 });
  processes = [club.slips, club.slipsOf(other)];
});
beforeEach(async () => {
  mira = await club.member({ credits: 10_000_000n });
});
afterAll(async () => {
  await other.end();
  await club.close();
});

const bet = (stakeMinor = STAKE, deps = club.slips) => club.place(mira, table, [{ bet: 'big', stakeMinor }], { deps });
const pay = (amount: bigint) => postAll(club.db, [transferOf(mira, 'payout', amount, newId())]);
const forward = (ms: number) => club.at(club.clock.nowMs() + ms);

function limit(kind: LimitKind, value: bigint | null): Promise<void> {
  return transaction(club.api, async (tx) => {
    await setLimit(tx, mira, kind, value);
    await forgetSums(tx, mira);
  });
}

/** Places slips concurrently over both processes. Returns the counts by code. */
async function betAtOnce(count: number, stakeOf = (_: number) => STAKE): Promise<Record<string, number>> {
  const attempts = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => bet(stakeOf(index), processes[index % 2])),
  );
  const codes: Record<string, number> = {};
  for (const one of attempts) {
    const code = one.status === 'fulfilled' ? 'accepted' : String(one.reason.code ?? one.reason);
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
}

describe('house rule 9: of 200 slips at once, as many are taken as the limit leaves room for', () => {
  test.each<LimitKind>(['stake-day', 'loss-day', 'loss-week', 'loss-month'])('%s', async (kind) => {
    await limit(kind, 10n * STAKE + SMALLEST);
    const code = kind === 'stake-day' ? 'limit-stake-day' : 'limit-loss';
    expect(await betAtOnce(200)).toEqual({ accepted: 10, [code]: 190 });
    await expect(bet()).rejects.toMatchObject({ code, params: { leftMinor: '100' } });
    await bet(SMALLEST);
    await expect(bet(SMALLEST)).rejects.toMatchObject({ code, params: { leftMinor: '0' } });
  });

  test('stake-slip: each by itself, up to the limit and not a unit more', async () => {
    await limit('stake-slip', STAKE);
    const stakeOf = (index: number) => STAKE + BigInt(Math.floor(index / 2) % 2);
    expect(await betAtOnce(200, stakeOf)).toEqual({ accepted: 100, 'limit-stake-slip': 100 });
    expect((await readPlaySums(club.db, mira)).stakedDay).toBe(100n * STAKE);
  });

  test.each<[LimitKind, string]>([
    ['session', 'limit-session'],
    ['check', 'reality-check'],
  ])('%s: all until its last moment, and none from then on', async (kind, code) => {
    await limit(kind, 30n);
    await bet();
    const endsAtMs = club.clock.nowMs() + 30 * MINUTE_MS;
    await club.at(endsAtMs - 1);
    expect(await betAtOnce(200)).toEqual({ accepted: 200 });
    await club.at(endsAtMs);
    expect(await betAtOnce(200)).toEqual({ [code]: 200 });
  });

  test('session: where it ends among them, none is taken at a later time', async () => {
    await limit('session', 30n);
    await bet();
    const endsAtMs = club.clock.nowMs() + 30 * MINUTE_MS;
    await club.at(endsAtMs - 1);
    const rush = betAtOnce(200);
    await club.clock.set(endsAtMs);
    const codes = await rush;
    expect((codes.accepted ?? 0) + (codes['limit-session'] ?? 0)).toBe(200);
    const { rows } = await club.owner.query(
      'select count(*) filter (where accepted_ms < $2)::integer as before, count(*)::integer as all_of_them from lottery.slip where member_id = $1',
      [mira.memberId, endsAtMs],
    );
    expect(rows).toEqual([{ before: 1 + (codes.accepted ?? 0), all_of_them: 1 + (codes.accepted ?? 0) }]);
  });

  test('also where it becomes tighter among them: none is taken beyond the tighter one after it was set', async () => {
    await limit('stake-day', 100n * STAKE);
    const rush = betAtOnce(200);
    await limit('stake-day', 3n * STAKE);
    const before = (await readPlaySums(club.db, mira)).stakedDay;
    await rush;
    const after = (await readPlaySums(club.db, mira)).stakedDay;
    expect(after <= 3n * STAKE || after === before).toBe(true);
  });
});

describe('a limit', () => {
  test('on one slip holds for the slip, not for each bet of it', async () => {
    await limit('stake-slip', 2n * STAKE);
    await bet(2n * STAKE);
    const both = [
      { bet: 'big', stakeMinor: STAKE },
      { bet: 'odd', stakeMinor: STAKE + 1n },
    ] as const;
    await expect(club.place(mira, table, both)).rejects.toMatchObject({
      code: 'limit-stake-slip',
      params: { maxMinor: '2000' },
    });
  });

  test('counts bets of before it was set, and forgets them when their day is over', async () => {
    await bet(5n * STAKE);
    await limit('stake-day', 6n * STAKE);
    await expect(bet(2n * STAKE)).rejects.toMatchObject({ code: 'limit-stake-day', params: { leftMinor: '1000' } });
    await forward(DAY_MS - 3_000);
    await expect(bet(2n * STAKE)).rejects.toMatchObject({ code: 'limit-stake-day' });
    await forward(3_000);
    await bet(6n * STAKE);
  });

  test('of losses leaves room for what was won, and takes it back when the win leaves its span', async () => {
    await bet(5n * STAKE);
    await limit('loss-day', 5n * STAKE);
    await expect(bet()).rejects.toMatchObject({ code: 'limit-loss' });
    await forward(12 * 60 * MINUTE_MS);
    await pay(20n * STAKE);
    await forward(3_000);
    await bet(20n * STAKE);
    await expect(bet(SMALLEST)).rejects.toMatchObject({ code: 'limit-loss' });
    await forward(12 * 60 * MINUTE_MS);
    await bet(5n * STAKE);
    // The win is a day old now, but not the stakes that it paid for.
    await forward(12 * 60 * MINUTE_MS);
    await expect(bet(SMALLEST)).rejects.toMatchObject({ code: 'limit-loss', params: { leftMinor: '0' } });
  });

  test('does not count what is refused, nor the same slip twice', async () => {
    await limit('stake-day', 3n * STAKE);
    const key = newId();
    for (let count = 0; count < 5; count++) {
      await club.place(mira, table, [{ bet: 'big', stakeMinor: STAKE }], { key });
    }
    await expect(bet(3n * STAKE)).rejects.toMatchObject({ code: 'limit-stake-day', params: { leftMinor: '2000' } });
    await bet(2n * STAKE);
  });

  test('is one member’s: others in the same batch are judged by their own', async () => {
    await limit('stake-day', 0n);
    const greta = await club.member();
    const both = await Promise.allSettled([bet(), club.place(greta, table, [{ bet: 'big', stakeMinor: STAKE }])]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('is never passed, whatever happens and however the time goes on: three hundred random steps', async () => {
    const random = seededRandom(18);
    await club.owner.query(
      `update members.session set idle_until = 'infinity', expires_at = 'infinity' where member_id = $1`,
      [mira.memberId],
    );
    const limits = { lostDay: 900n, lostWeek: 1_500n, lostMonth: 2_500n };
    await limit('loss-day', limits.lostDay);
    await limit('loss-week', limits.lostWeek);
    await limit('loss-month', limits.lostMonth);
    await limit('check', 1_440n);
    let accepted = 0;
    let refused = 0;
    for (let step = 0; step < 300; step++) {
      const act = random.below(10);
      if (act < 6) {
        const stake = BigInt(100 + random.below(400));
        const { lostDay, lostWeek, lostMonth } = await readPlaySums(club.db, mira);
        const fits =
          lostDay + stake <= limits.lostDay &&
          lostWeek + stake <= limits.lostWeek &&
          lostMonth + stake <= limits.lostMonth;
        const answer = await bet(stake).then(
          () => 'accepted',
          ({ code }) => code,
        );
        expect(answer, `step ${step}`).toBe(fits ? 'accepted' : 'limit-loss');
        if (fits) accepted += 1;
        else refused += 1;
      } else if (act < 8) {
        await pay(BigInt(1 + random.below(500)));
        // Sums are recomputed at most every two seconds.
        await forward(3_000);
      } else {
        await forward(3_000 + random.below(2 * DAY_MS));
        await transaction(club.api, (tx) => noteChecked(tx, mira));
      }
    }
    expect(Math.min(accepted, refused)).toBeGreaterThan(20);
  });
});

describe('a play session', () => {
  test('begins with the first bet after an hour without one, and says what came of it', async () => {
    await forward(2 * 60 * MINUTE_MS);
    expect(await readPlaySession(club.db, mira)).toBeNull();
    await bet();
    const startedAt = new Date(club.clock.nowMs());
    await forward(50 * MINUTE_MS);
    await bet();
    await pay(3_500n);
    const figures = { startedAt, staked: 2_000n, returned: 3_500n, open: 2_000n };
    expect(await readPlaySession(club.db, mira)).toMatchObject(figures);
    await forward(60 * MINUTE_MS);
    expect(await readPlaySession(club.db, mira)).toBeNull();
  });

  test('waits for a look at the reality check once an hour', async () => {
    await bet();
    await forward(40 * MINUTE_MS);
    await bet();
    await forward(20 * MINUTE_MS);
    await expect(bet()).rejects.toMatchObject({ code: 'reality-check' });
    await transaction(club.api, (tx) => noteChecked(tx, mira));
    await bet();
  });

  test('ends by the own limit, until an hour without a bet is over', async () => {
    await limit('session', 30n);
    await bet();
    await forward(29 * MINUTE_MS);
    await bet();
    const untilMs = club.clock.nowMs() + 60 * MINUTE_MS;
    await forward(MINUTE_MS);
    await expect(bet()).rejects.toMatchObject({ code: 'limit-session', params: { untilMs } });
    await club.at(untilMs);
    await bet();
  });
});
