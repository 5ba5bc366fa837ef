import { setTimeout as sleep } from 'node:timers/promises';
import { LOTTERIES, type LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import { type Dice, SUM_BETS, wins } from '@tercet/fair';
import { localBeacon } from '@tercet/server/adapters/beacon/local.ts';
import { newId } from '@tercet/server/db/ids.ts';
import { type Db, openDb, openPool } from '@tercet/server/db/pool.ts';
import { type Period, periodOf } from '@tercet/server/draw/periods.ts';
import { payStep } from '@tercet/server/draw/settlement/pay.ts';
import { drawPeriod } from '@tercet/server/draw/worker/draw.ts';
import { loadCatalogue } from '@tercet/server/lottery/catalogue.ts';
import { type BenchClub, type BenchMember, startBenchClub } from '../kit/club.ts';
import { type Answer, openLoop } from '../kit/load.ts';
import { report } from '../kit/measure.ts';
import { LONG_TABLE, letTableApply, slipLoad } from '../kit/slip-load.ts';

const MEMBERS = 100_000;
const SLIPS_A_MEMBER = 3;
/** 4 + 3 + 3 selections per member, a million in all. */
const SELECTIONS_OF_SLIP = [4, 3, 3];
const SELECTIONS = 1_000_000;
const BETS_PER_SECOND = 500;
/** Time that a period must have left when its slips are inserted. */
const FILL_SECONDS = 90;
const DRAWN: LotteryPlan = { ...(LOTTERIES[0] as LotteryPlan), id: 8, key: 'bench-drawn', periodSeconds: 30 };

/** Settles a million selections of 100,000 members while bets continue. Beside it a plain UPDATE of as many rows. */
export async function settle(): Promise<void> {
  const club = await startBenchClub({ members: MEMBERS, lotteries: [DRAWN, LONG_TABLE] });
  const db = openDb(openPool({ url: club.urls.draw, connectionsMax: 4, statementTimeoutMs: 60_000 }));
  try {
    await letTableApply(club, LONG_TABLE);
    const port = await club.serve();
    const period = await nextPeriod(db);
    await fillPeriod(club, period);
    const winning = winningBets(await drawFilled(club, db, period));
    await club.owner.query('vacuum analyze');
    const answers: Answer[] = [];
    const load = await slipLoad(club, port, LONG_TABLE, answers);
    const floor = await withBets(load, () => plainUpdate(club, period, winning));
    const seconds = await withBets(load, () => settlePeriod(db, period));
    await assertSettled(club, period, winning);
    report('settle', SELECTIONS / seconds, 'selections/s', floor);
    report(`settle ${MEMBERS} members`, seconds, 's');
    const refused = answers.filter((answer) => answer.status !== 201).length;
    if (refused > 0) throw new Error(`${refused} of ${answers.length} bets beside the settlement were refused`);
  } finally {
    await db.destroy();
    await club.stop();
  }
}

/** Places bets at a steady rate while `work` runs. */
async function withBets(load: Parameters<typeof openLoop>[0], work: () => Promise<number>): Promise<number> {
  const bets = openLoop(load, BETS_PER_SECOND, 8);
  const result = await work();
  await bets;
  return result;
}

/**
 * The alternative of a row per selection: one statement updates a million rows, with such a row's key, to what each
 * pays.
 */
async function plainUpdate(club: BenchClub, { period }: Period, winning: readonly number[]): Promise<number> {
  await club.owner.query(
    `create table public.bench_selection as
      select bucket, member_id, slip_id, bet, stake, 0::smallint as state, 0::bigint as payout
      from lottery.selection where lottery_id = $1 and period = $2`,
    [DRAWN.id, period],
  );
  await club.owner.query('alter table public.bench_selection add primary key (bucket, member_id, slip_id, bet)');
  await club.owner.query('vacuum analyze public.bench_selection');
  const start = performance.now();
  const { rowCount } = await club.owner.query(
    `update public.bench_selection set state = 1,
      payout = case when bet in (${winning.join()}) then stake * 19200 / 10000 else 0 end`,
  );
  if (rowCount !== SELECTIONS) throw new Error(`${rowCount} selections instead of ${SELECTIONS}`);
  return SELECTIONS / ((performance.now() - start) / 1_000);
}

/** A period whose slips can be inserted before its lock. */
async function nextPeriod(db: Db): Promise<Period> {
  const lottery = (await loadCatalogue(db)).byId.get(DRAWN.id);
  const first = lottery?.tables[0]?.firstPeriod;
  if (!lottery || first === undefined) throw new Error('the lottery is missing');
  const ahead = Math.floor((Date.now() / 1_000 + FILL_SECONDS) / DRAWN.periodSeconds);
  return periodOf(lottery, Math.max(first, ahead));
}

/** Inserts slips and stakes in bulk, as the owner. Only what follows is measured. */
async function fillPeriod(club: BenchClub, { period, locks }: Period): Promise<void> {
  for (const selections of SELECTIONS_OF_SLIP) await addSlips(club, period, selections);
  if (Date.now() > locks * 1_000) throw new Error('the period locked before all slips were inserted');
}

/** The server seals the period. Then the benchmark draws it with the beacon's signature and leaves it unsettled. */
async function drawFilled(club: BenchClub, db: Db, period: Period): Promise<Dice> {
  const key = [DRAWN.id, period.period];
  for (let isTaken = false; !isTaken; ) {
    if (Date.now() > period.sealByMs) throw new Error('the period was not sealed');
    await sleep(50);
    const { rowCount } = await club.owner.query(
      'delete from draw.settlement_queue where lottery_id = $1 and period = $2',
      key,
    );
    isTaken = rowCount === 1;
  }
  await sleep(period.draws * 1_000 + 1_000 - Date.now());
  const answer = await (await localBeacon(club.beaconUrl)).roundSignature(period.round);
  if (answer === 'not-due') throw new Error('the beacon is late');
  const outcome = await drawPeriod(db, period, answer.signature);
  if (outcome !== 'drawn') throw new Error(`the period was not drawn: ${outcome}`);
  const { rows } = await club.owner.query('select dice from draw.draw where lottery_id = $1 and period = $2', key);
  return rows[0].dice;
}

/** Winning bets by position, from 1: big or small, odd or even, and the sum. */
function winningBets(dice: Dice): number[] {
  return SUM_BETS.flatMap((bet, place) => (wins(bet, dice) ? [place + 1] : []));
}

/** A random even-chance bet and random sums, as an array literal in the order of the bet codes. */
function randomStakes(selections: number): string {
  const places = new Set([Math.floor(Math.random() * 4)]);
  while (places.size < selections) places.add(4 + Math.floor(Math.random() * 16));
  return `{${Array.from({ length: 20 }, (_, place) => (places.has(place) ? '100' : 'NULL')).join(',')}}`;
}

async function addSlips(club: BenchClub, period: number, selections: number): Promise<void> {
  const step = 20_000;
  for (let from = 0; from < club.members.length; from += step) {
    const some: BenchMember[] = club.members.slice(from, from + step);
    await club.owner.query(
      `with slip as (
         insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total, at_risk,
           stakes, commitment, leaf)
         select b, m, (to_timestamp(($5::bigint + 1) * ${DRAWN.periodSeconds}) at time zone 'UTC')::date, ${DRAWN.id}, $5, i, i, 1,
           0, (select sum(x) from unnest(s::bigint[]) x), 0, s::bigint[], sha256(i::text::bytea), sha256(i::text::bytea)
         from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::text[]) q (b, m, i, s)
         returning bucket, member_id, day, id, total)
       select ledger.post(array_agg(bucket), array_agg(member_id), array_agg(day), array_agg(id),
         array_agg('stake'::ledger.kind), array_agg('available'::ledger.account), array_agg('play'::ledger.account),
         array_agg(total)) from slip`,
      [
        some.map((one) => one.bucket),
        some.map((one) => one.id),
        some.map(() => newId()),
        some.map(() => randomStakes(selections)),
        period,
      ],
    );
  }
}

async function settlePeriod(db: Db, period: Period): Promise<number> {
  const start = performance.now();
  await payStep(db, period, 'settle', BigInt(MEMBERS * SLIPS_A_MEMBER));
  return (performance.now() - start) / 1_000;
}

/** Checks that every winning slip was paid once and every balance adds up. */
async function assertSettled(club: BenchClub, { period }: Period, winning: readonly number[]): Promise<void> {
  const { rows } = await club.owner.query<{ paid: string; won: string; wrong: string }>(`
    select (select count(*) from ledger.transfer where kind = 'payout') as paid,
      (select count(*) from lottery.slip where lottery_id = ${DRAWN.id} and period = ${period}
        and coalesce(${winning.map((bet) => `stakes[${bet}]`)}) is not null) as won,
      (select count(*) from ledger.balance where available + play + issue <> 0) as wrong`);
  const { paid, won, wrong } = rows[0] ?? {};
  if (Number(wrong) !== 0) throw new Error(`${wrong} balances do not add up`);
  if (paid !== won) throw new Error(`${won} slips won, ${paid} were paid`);
}
