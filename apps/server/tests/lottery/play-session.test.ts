import { type Bet, type Stake, sumOf } from '@tercet/fair';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Period } from '../../src/draw/periods.ts';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { sealDue } from '../../src/draw/worker/advance.ts';
import { drawPeriod } from '../../src/draw/worker/draw.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { PAUSE_MS, readPlaySession } from '../../src/lottery/play-session.ts';
import { creditsOf, diceOf, lotteryOf, periodIn, winOf } from '../draw/drawing.ts';
import { openServer, signIn, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';

const STAKE = 1_000n;

let club: Club;
let table: OpenTable;
let mira: Identity;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
beforeEach(async () => {
  // A new period for each test, as two draws of one are impossible.
  await club.at(table.schedule().draws * 1_000 + 2 * PAUSE_MS);
  mira = await club.member();
});
afterAll(() => club.close());

const stake = (bet: Bet): Stake => ({ bet, stakeMinor: STAKE });
const read = () => readPlaySession(club.db, mira);

/** Seals and draws a period in time. */
async function draw(period: Period): Promise<void> {
  await club.at(period.locks * 1_000);
  await sealDue({ db: club.draw }, lotteryOf(club, table));
  await club.at(period.draws * 1_000);
  expect(await drawPeriod(club.draw, period, club.beacon.sign(period.round))).toBe('drawn');
}

/** Pays the winners of a period, without the step that records that all are paid. */
async function payWinners({ period, lottery }: Period): Promise<void> {
  const { rows } = await club.owner.query(
    `select draw.settle_chunk(0::smallint, 255::smallint, $1, $2, 'settle', e.hash, $3)
     from draw.draw d join book.entry e on e.seq = d.entry_seq where d.lottery_id = $1 and d.period = $2`,
    [lottery.id, period, Buffer.from(table.table.hash, 'hex')],
  );
  expect(rows).toHaveLength(1);
}

const winning = (period: Period): Bet => (sumOf(diceOf(club, period)) > 10 ? 'big' : 'small');

describe('the result of a play session', () => {
  test('counts a bet as open until its period is settled, also while others are being paid', async () => {
    const period = periodIn(club, table);
    const slip = await club.place(mira, table, [stake('big'), stake('small')]);
    await draw(period);
    expect(await read()).toMatchObject({ staked: 2_000n, returned: 0n, open: 2_000n });
    await payWinners(period);
    expect(await creditsOf(club, slip)).toHaveLength(1);
    expect(await read()).toMatchObject({ staked: 2_000n, returned: 0n, open: 2_000n });
    await payStep(club.draw, period, 'settle', 1n);
    const returned = winOf(club, slip, period);
    expect(await read()).toMatchObject({ staked: 2_000n, returned, open: 0n });
  });

  test('leaves out the payout of a bet from before the session', async () => {
    const period = periodIn(club, table);
    const before = await club.place(mira, table, [stake(winning(period))]);
    await draw(period);
    await club.at(club.clock.nowMs() + PAUSE_MS + MINUTE_MS);
    await club.place(mira, table, [stake('big')]);
    await payStep(club.draw, period, 'settle', 1n);
    expect(await creditsOf(club, before)).toHaveLength(1);
    expect(await read()).toMatchObject({ staked: STAKE, returned: 0n, open: STAKE });
  });
});

describe('GET /api/me/play', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(club);
  });
  afterAll(() => server.stop());

  test('says what was staked, returned and is open, also to a member who may not bet', async () => {
    await club.place(mira, table, [stake('big')]);
    for (const restricted of [false, true]) {
      const { cookie } = await signIn(club, mira, restricted);
      const answer = await fetch(`${server.address}/api/me/play`, { headers: { cookie } });
      expect(answer.status).toBe(200);
      const figures = { netMinor: '-1000', stakedMinor: '1000', returnedMinor: '0', openMinor: '1000' };
      expect(await answer.json()).toMatchObject(figures);
    }
  });
});
