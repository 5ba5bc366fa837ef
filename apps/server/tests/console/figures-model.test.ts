import { BETS, payoutOnDice, SUM_BETS, THROWS } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { noteTurnover } from '../../src/draw/settlement/note-turnover.ts';
import { DAY_MS, MINUTE_MS } from '../../src/durations.ts';
import type { FiguresPart } from '../../src/http/console/figures/figures-shapes.ts';
import { moneyOf } from '../../src/http/console/figures/money-figures.ts';
import { playOf } from '../../src/http/console/figures/play-figures.ts';
import type { Identity } from '../../src/identity.ts';
import { moneyUntil } from '../../src/payments/daily-totals.ts';
import { reconcileNew } from '../../src/reconciliation/new-transfers.ts';
import { advance } from '../draw/drawing.ts';
import type { OpenTable } from '../kit/club.ts';
import { seededRandom } from '../kit/random.ts';
import { type HonestClub, openHonestClub } from '../reconciliation/honest.ts';

const PERIODS = 24;
const VOID_SHARE = 0.2;
const SPAN_DAYS = 7;

let honest: HonestClub;
let tables: OpenTable[];
let members: Identity[];
const random = seededRandom(Number(process.env.TERCET_TEST_SEED ?? 1));

/** A club in which all kinds of money movements have happened, then random bets on two tables across midnight. */
beforeAll(async () => {
  honest = await openHonestClub();
  const { club } = honest;
  tables = [
    await club.openTable({ key: 'dice-60', periodSeconds: 60 }),
    await club.openTable({ key: 'sic-bo-120', periodSeconds: 120, layout: 'sic-bo' }),
  ];
  members = await club.members(5);
  const midnight = Math.ceil(club.clock.nowMs() / DAY_MS) * DAY_MS;
  await club.at(midnight - (PERIODS / 2) * MINUTE_MS);
  for (let turn = 0; turn < PERIODS; turn++) await playOne();
  // Draws whose bets are not settled yet are not counted.
  for (const table of tables) await betOn(table);
}, 120_000);
afterAll(() => honest.close());

async function betOn(table: OpenTable): Promise<void> {
  const bets = table.key === 'dice-60' ? SUM_BETS : BETS;
  for (const member of members.filter(() => random.chance(0.6))) {
    const chosen = random.shuffled(bets).slice(0, 1 + random.below(4));
    const selections = chosen.map((bet) => ({ bet, stakeMinor: BigInt(100 + random.below(900)) }));
    await honest.club.place(member, table, selections);
  }
}

/** Bets on both tables. Now and then the house seals too late, and the draw is void. */
async function playOne(): Promise<void> {
  const { club } = honest;
  for (const table of tables) await betOn(table);
  const [quick] = tables;
  const { locks, draws } = quick?.schedule() ?? { locks: 0, draws: 0 };
  const isVoid = random.chance(VOID_SHARE);
  for (const at of isVoid ? [draws] : [locks, draws]) {
    await club.at(at * 1_000 + 500);
    for (const table of tables) await advance(club, table);
  }
  await noteTurnover(club.jobs);
  if (random.chance(0.3)) await reconcileNew(honest.deps);
  await club.at((locks + 20) * 1_000);
}

interface Posted {
  at_day: string;
  kind: string;
  debit: string;
  credit: string;
  amount: string;
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function daysOfSpan(): string[] {
  const now = honest.club.clock.nowMs();
  return Array.from({ length: SPAN_DAYS }, (_, index) => day(now - (SPAN_DAYS - 1 - index) * DAY_MS));
}

async function postings(): Promise<Posted[]> {
  const { rows } = await honest.club.owner.query(
    `select (at at time zone 'UTC')::date::text as at_day, kind::text, debit::text, credit::text, amount::text
     from ledger.transfer`,
  );
  return rows;
}

describe('the figures equal the ledger over random plays, voids, returns, refunds and corrections', () => {
  test('stakes, returns and their band, by day and by lottery', async () => {
    const { club } = honest;
    await Promise.all([noteTurnover(club.jobs), noteTurnover(club.jobs), noteTurnover(club.jobs)]);
    const found = await playOf(club.api, club.catalogue(), daysOfSpan(), club.clock.nowMs());
    const model = await modelOfPlay();
    expect(model.size).toBeGreaterThan(4);
    const sum = (such: (key: string) => boolean) =>
      addUp([...model].filter(([key]) => such(key)).map(([, one]) => one));
    expect(found.total).toMatchObject(shownOf(sum(() => true)));
    for (const one of found.days) {
      expect([one.day, one]).toMatchObject([one.day, shownOf(sum((key) => key.endsWith(one.day)))]);
    }
    for (const one of found.lotteries) {
      const wanted = shownOf(sum((key) => key.startsWith(`${one.lotteryKey} `)));
      expect([one.lotteryKey, one]).toMatchObject([one.lotteryKey, wanted]);
    }
    expect(found.days.filter(({ draws }) => draws > 0).length).toBeGreaterThan(1);
    const { rows } = await club.owner.query(
      `select (select count(*)::integer from draw.void v where not exists (
         select 1 from draw.override o where o.lottery_id = v.lottery_id and o.period = v.period)) as voids`,
    );
    expect(found.voids).toBe(rows[0].voids);
    expect(found.voids).toBeGreaterThan(0);
  });

  test('money by the date of posting, and what the house owes', async () => {
    const { club } = honest;
    await reconcileNew(honest.deps);
    await Promise.all([reconcileNew(honest.deps), reconcileNew(honest.deps)]);
    const days = daysOfSpan();
    const found = await moneyOf(club.api, days);
    const posted = await postings();
    expect(pick(found)).toEqual(modelOfMoney(posted));
    for (const kind of Object.values(pick(found))) expect(kind.count).toBeGreaterThan(0);
    const { rows } = await club.owner.query('select sum(available + held)::text as owed from ledger.balance');
    expect(found.owedMinor).toBe(rows[0].owed);
    for (const one of found.days) {
      const own = posted.filter(({ at_day }) => at_day === one.day);
      expect([one.day, one.in, one.out]).toEqual([one.day, modelOfMoney(own).in, modelOfMoney(own).out]);
      const { rows: then } = await club.owner.query(
        `select coalesce(sum(p.amount), 0)::text as owed from ledger.posting p
         where p.account in ('available', 'held') and p.at < ($1::date + 1)::timestamp at time zone 'UTC'`,
        [one.day],
      );
      expect([one.day, one.owedMinor]).toEqual([one.day, then[0].owed]);
    }
    // The movements explain the change of what is owed.
    const of = (name: keyof Shown) => BigInt(found[name].amountMinor);
    const change =
      of('in') -
      of('out') +
      of('bounced') +
      of('granted') -
      of('sold') +
      of('corrected') -
      of('staked') +
      of('paidOut');
    expect(BigInt(found.owedMinor) - BigInt(found.owedBeforeMinor)).toBe(change + of('givenBack'));
  });

  test('money until a time of day, a payout that came back later included', async () => {
    const posted = await postings();
    for (const one of daysOfSpan()) {
      const {
        in: came,
        inCount,
        out,
        outCount,
      } = await moneyUntil(honest.club.api, one, new Date(Date.parse(one) + DAY_MS - 1));
      const wanted = modelOfMoney(posted.filter(({ at_day }) => at_day === one));
      expect([one, String(came), inCount]).toEqual([one, wanted.in.amountMinor, wanted.in.count]);
      expect([one, String(out), outCount]).toEqual([one, wanted.out.amountMinor, wanted.out.count]);
    }
  });

  test('a span before the first posting has nothing, and one after it opens with what was owed', async () => {
    const none = await moneyOf(honest.club.api, ['2020-01-01', '2020-01-02']);
    expect(none).toMatchObject({ owedBeforeMinor: '0', owedMinor: '0', in: { count: 0, amountMinor: '0' } });
    const later = await moneyOf(honest.club.api, ['2199-01-01']);
    expect(later.owedBeforeMinor).toBe(later.owedMinor);
    expect(BigInt(later.owedMinor)).toBeGreaterThan(0n);
  });
});

test('a draw is overdue until it is drawn', async () => {
  const { club } = honest;
  const [quick] = tables;
  if (!quick) throw new Error('no table');
  const overdue = async () => {
    const { lotteries } = await playOf(club.api, club.catalogue(), daysOfSpan(), club.clock.nowMs());
    return lotteries.find(({ lotteryKey }) => lotteryKey === quick.key)?.overdue;
  };
  const { locks, draws } = quick.schedule();
  await club.at(locks * 1_000);
  await advance(club, quick);
  club.beacon.down = true;
  await club.clock.set(draws * 1_000 + 6_000);
  await advance(club, quick, { onFault: () => {} });
  expect(await overdue()).toBe(0);
  await club.clock.set(draws * 1_000 + 6_001);
  expect(await overdue()).toBe(1);
  club.beacon.down = false;
  await club.at(club.clock.nowMs());
  await advance(club, quick);
  expect(await overdue()).toBe(0);
  await noteTurnover(club.jobs);
  const { lotteries } = await playOf(club.api, club.catalogue(), daysOfSpan(), club.clock.nowMs());
  expect(lotteries.find(({ lotteryKey }) => lotteryKey === quick.key)?.late).toBe(1);
});

interface PlayModel {
  draws: number;
  slips: number;
  staked: bigint;
  won: bigint;
  /** Expected payout and variance, as exact fractions of 216 and 216². */
  due: bigint;
  spread: bigint;
}

/** Settled draws with slips or without, by `lottery day`, from slips, transfers and the verifier's payout. */
async function modelOfPlay(): Promise<Map<string, PlayModel>> {
  const { club } = honest;
  const { rows } = await club.owner.query(
    `select l.id, l.key, p.period, (to_timestamp((p.period + 1) * l.period_seconds) at time zone 'UTC')::date::text as day,
       coalesce((select jsonb_agg(jsonb_build_object('total', s.total, 'stakes', to_jsonb(s.stakes), 'won', (
         select coalesce(sum(t.amount), 0) from ledger.transfer t where t.ref = s.id and t.kind <> 'stake')))
         from lottery.slip s where s.lottery_id = p.lottery_id and s.period = p.period), '[]') as slips
     from draw.settlement_step p join lottery.lottery l on l.id = p.lottery_id
     where p.step = 'settle' and p.state = 'done'`,
  );
  const found = new Map<string, PlayModel>();
  for (const { id, key, day: lockDay, slips } of rows) {
    const table = club.catalogue().byId.get(id)?.tables[0];
    if (!table) throw new Error('no table');
    const payouts = THROWS.map((dice) =>
      (slips as { stakes: (number | null)[] }[]).reduce((sum, { stakes }) => {
        const selections = table.layout.flatMap((bet, index) => {
          const stake = stakes[index];
          return stake == null ? [] : [{ bet, stakeMinor: BigInt(stake) }];
        });
        return sum + payoutOnDice(selections, table.entryMultipliers, dice);
      }, 0n),
    );
    const due = payouts.reduce((a, b) => a + b, 0n);
    const one: PlayModel = {
      draws: 1,
      slips: slips.length,
      staked: slips.reduce((sum: bigint, slip: { total: number }) => sum + BigInt(slip.total), 0n),
      won: slips.reduce((sum: bigint, slip: { won: number }) => sum + BigInt(slip.won), 0n),
      due,
      spread: 216n * payouts.reduce((a, b) => a + b * b, 0n) - due * due,
    };
    found.set(`${key} ${lockDay}`, addUp([one, found.get(`${key} ${lockDay}`) ?? addUp([])]));
  }
  return found;
}

function addUp(all: readonly PlayModel[]): PlayModel {
  return all.reduce(
    (sum, one) => ({
      draws: sum.draws + one.draws,
      slips: sum.slips + one.slips,
      staked: sum.staked + one.staked,
      won: sum.won + one.won,
      due: sum.due + one.due,
      spread: sum.spread + one.spread,
    }),
    { draws: 0, slips: 0, staked: 0n, won: 0n, due: 0n, spread: 0n },
  );
}

function shownOf({ draws, slips, staked, won, due, spread }: PlayModel) {
  const counts = { draws, slips, stakedMinor: String(staked), wonMinor: String(won) };
  if (staked === 0n) return { ...counts, rtp: null, published: null, low: null, high: null };
  const expected = Number(due) / 216 / Number(staked);
  const reach = (2.5758 * Math.sqrt(Number(spread))) / 216 / Number(staked);
  return {
    ...counts,
    rtp: expect.closeTo(Number(won) / Number(staked), 9),
    published: expect.closeTo(expected, 9),
    low: expect.closeTo(Math.max(0, expected - reach), 3),
    high: expect.closeTo(expected + reach, 3),
  };
}

type Shown = Pick<
  FiguresPart<'money'>,
  'in' | 'out' | 'bounced' | 'granted' | 'sold' | 'corrected' | 'staked' | 'paidOut' | 'givenBack'
>;

function pick({ in: came, out, bounced, granted, sold, corrected, staked, paidOut, givenBack }: Shown): Shown {
  return { in: came, out, bounced, granted, sold, corrected, staked, paidOut, givenBack };
}

/** Postings by kind; a credited payment after a review is a correction from the cash account. */
function modelOfMoney(posted: readonly Posted[]): Shown {
  const of = (...signed: readonly [kind: string, sign: 1 | -1, only?: (one: Posted) => boolean][]) => {
    let [amount, count] = [0n, 0];
    for (const [kind, sign, only = () => true] of signed) {
      for (const one of posted.filter((other) => other.kind === kind && only(other))) {
        amount += BigInt(sign) * BigInt(one.amount);
        count += 1;
      }
    }
    return { count, amountMinor: String(amount) };
  };
  const byCash = ({ debit }: Posted) => debit === 'cash';
  return {
    in: of(['top-up', 1], ['correction', 1, byCash]),
    out: of(['post', 1]),
    bounced: of(['bounce', 1]),
    granted: of(['grant', 1]),
    sold: of(['purchase', 1], ['purchase-refund', -1]),
    corrected: of(
      ['correction', 1, (one) => one.debit === 'correction'],
      ['correction', -1, (one) => one.credit === 'correction'],
    ),
    staked: of(['stake', 1]),
    paidOut: of(['payout', 1]),
    givenBack: of(['refund', 1], ['return', 1]),
  };
}
