import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PLAY_RULE } from '../../../../dev/play-house/house-plan.ts';
import { listEntries } from '../../src/book/book.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { publishFirstMoneyRule, publishMoneyRule } from '../../src/jobs/publish-money-rule.ts';
import { comingRules, publishRules, readRule } from '../../src/payments/rules/rule.ts';
import type { RulePlan } from '../../src/payments/rules/rule-entry.ts';
import { MONEY_RULE } from '../../src/payments/rules/rule-entry.ts';
import { type Club, openClub } from '../kit/club.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
beforeEach(async () => {
  await club.owner.query('delete from payments.rule');
  await publish({});
});
afterAll(() => club.close());

function publish(plan: Partial<RulePlan>, fromMs?: number) {
  return transaction(club.db, (tx) => publishRules(tx, { ...PLAY_RULE, ...plan }, fromMs));
}

/** Maxima that do not interfere. */
const HUGE = { withdrawalMax: 10n ** 12n, topUpMax: 10n ** 12n, topUpDayMax: null };

const inDays = (days: number) => club.clock.nowMs() + days * DAY_MS;

/** Rules that are worse for members who withdraw. */
const TIGHTER: Partial<RulePlan>[] = [
  { withdrawalMin: PLAY_RULE.withdrawalMin + 1n, topUpMin: PLAY_RULE.topUpMin + 1n },
  { withdrawalMax: PLAY_RULE.withdrawalMax - 1n },
  { withdrawalsPerDay: PLAY_RULE.withdrawalsPerDay - 1 },
  { reviewFrom: PLAY_RULE.reviewFrom - 1n },
  { twoPeopleFrom: PLAY_RULE.twoPeopleFrom - 1n },
  // Not worse for the member, but it removes the second person, from corrections too.
  { twoPeopleFrom: PLAY_RULE.twoPeopleFrom + 1n },
  { usualSeconds: PLAY_RULE.usualSeconds + 1 },
  { fastestSeconds: PLAY_RULE.fastestSeconds + 1 },
];

describe('house rule 4: rules tighten only after seven days in the book', () => {
  test.each(TIGHTER)('%o', async (plan) => {
    await expect(publish(plan)).rejects.toThrow('seven days');
    await expect(publish(plan, inDays(7) - 1)).rejects.toThrow('seven days');
    const { version } = await publish(plan, inDays(7));
    expect(await readRule(club.db), 'meanwhile the old one holds').toMatchObject({ ...PLAY_RULE, version: 1 });
    const before = club.clock.nowMs();
    await club.clock.forward(7 * DAY_MS - 1);
    expect((await readRule(club.db)).version).toBe(1);
    await club.clock.forward(1);
    expect(await readRule(club.db)).toMatchObject({ ...plan, version });
    await club.clock.set(before);
  });

  test('what is looser holds at once, and what only concerns money in too', async () => {
    const looser = await publish({
      withdrawalMin: 1n,
      withdrawalMax: PLAY_RULE.withdrawalMax * 2n,
      reviewFrom: 10n ** 9n,
    });
    expect(await readRule(club.db)).toEqual(looser);
    const lower = await publish({ ...planOf(looser), topUpMax: PLAY_RULE.topUpMin, topUpDayMax: null });
    expect(await readRule(club.db)).toEqual(lower);
  });

  test('a tighter rule cannot be hidden behind one that is looser, nor moved ahead of its time', async () => {
    const few = { withdrawalsPerDay: 1 };
    await publish({ withdrawalsPerDay: 9 }, inDays(1));
    await expect(publish({}, inDays(1)), 'tighter than what will hold then').rejects.toThrow('seven days');
    await publish(few, inDays(8));
    await expect(publish(few, inDays(2))).rejects.toThrow('seven days');
    await publish(few, inDays(9));
  });

  test('one that waits is taken back by a newer one, for good', async () => {
    await publish({ withdrawalsPerDay: 1 }, inDays(7));
    expect(await comingRules(club.db)).toHaveLength(1);
    const back = await publish({});
    expect(await comingRules(club.db)).toEqual([]);
    const before = club.clock.nowMs();
    await club.clock.forward(30 * DAY_MS);
    expect(await readRule(club.db)).toEqual(back);
    await club.clock.set(before);
  });

  test('a tighter one that was taken back is not brought again on its old day', async () => {
    const day = inDays(7);
    await publish({ withdrawalsPerDay: 1 }, day);
    await publish({ withdrawalsPerDay: 9 });
    const before = club.clock.nowMs();
    await club.clock.set(day - DAY_MS);
    await expect(publish({ withdrawalsPerDay: 1 }, day)).rejects.toThrow('seven days');
    await club.clock.set(before);
  });

  test('a looser one that the book has promised is not taken back within seven days of its day', async () => {
    await publish({ withdrawalsPerDay: 9 }, inDays(6));
    await expect(publish({})).rejects.toThrow('seven days');
    await expect(publish({ withdrawalsPerDay: 4 }, inDays(5))).rejects.toThrow('seven days');
    await publish({}, inDays(7));
    // A rule that is as lenient may take effect sooner. It replaces both.
    const sooner = await publish({ withdrawalsPerDay: 9 });
    expect(await readRule(club.db)).toEqual(sooner);
    expect(await comingRules(club.db)).toEqual([]);
  });

  test('one further away than seven days may still be taken back', async () => {
    await publish({ withdrawalsPerDay: 9 }, inDays(8));
    const back = await publish({});
    expect([await readRule(club.db), await comingRules(club.db)]).toEqual([back, []]);
  });

  test('nothing is published for the past', async () => {
    await expect(publish({}, club.clock.nowMs() - 1)).rejects.toThrow('before it is published');
  });
});

describe('a rule that the house may not give itself', () => {
  test.each<[string, Partial<RulePlan>]>([
    ['the smallest withdrawal is at most the smallest top-up', { topUpMin: PLAY_RULE.withdrawalMin - 1n }],
    ['at least one withdrawal a day', { withdrawalsPerDay: 0 }],
    ['above nothing', { withdrawalMin: 0n }],
    ['the largest amount', { withdrawalMax: PLAY_RULE.withdrawalMin - 1n }],
    ['the largest amount', { topUpMax: PLAY_RULE.topUpMin - 1n }],
    ['at most 1000000 minor units', { topUpMin: 1_000_001n }],
    ['at most 1000000 minor units', { ...HUGE, withdrawalMin: 999_999_999_998n, topUpMin: 999_999_999_998n }],
    ['within a day', { topUpDayMax: PLAY_RULE.topUpMin - 1n }],
  ])('%s', async (words, plan) => {
    await expect(publish(plan, inDays(30))).rejects.toThrow(words);
  });

  test('is refused by the database too', async () => {
    const insert = (min: number, perDay: number) =>
      club.owner.query(
        `insert into payments.rule values (99, $1, 5000, $2, 5000, 5000, 1000, 5000, null, 300, 120, now())`,
        [min, perDay],
      );
    await expect(insert(1_001, 3)).rejects.toThrow('smallest_payout_at_most_smallest_top_up');
    await expect(insert(1_000, 0)).rejects.toThrow('withdrawals_per_day');
    await expect(club.pool.query('update payments.rule set withdrawal_min = 1')).rejects.toThrow('permission denied');
    await expect(club.pool.query('delete from payments.rule')).rejects.toThrow('permission denied');
  });
});

describe('a rule and its entry in the book', () => {
  test('are there together, with all of it and from when it holds', async () => {
    const rule = await publishMoneyRule(club.db, { ...PLAY_RULE, withdrawalsPerDay: 2 }, inDays(8));
    const { items } = await listEntries(club.db, { types: ['rule'], limit: 1 });
    const entry = JSON.parse(items[0]?.body ?? '');
    expect(entry).toMatchObject({ what: MONEY_RULE, from: String(rule.fromMs / 1_000) });
    expect(JSON.parse(entry.value)).toEqual({
      withdrawal_min: '1000',
      withdrawal_max: '5000000',
      withdrawals_per_day: 2,
      review_from: '500000',
      two_people_from: '2000000',
      top_up_min: '1000',
      top_up_max: '5000000',
      top_up_day_max: '10000000',
      usual_seconds: 300,
      fastest_seconds: 120,
    });
  });

  test('one that is refused is not in the book', async () => {
    const { total } = await listEntries(club.db, { types: ['rule'], limit: 1 });
    await expect(publishMoneyRule(club.db, { ...PLAY_RULE, withdrawalsPerDay: 1 })).rejects.toThrow('seven days');
    expect((await listEntries(club.db, { types: ['rule'], limit: 1 })).total).toBe(total);
  });

  test('the first of a house is published once, however many start it', async () => {
    await club.owner.query('delete from payments.rule');
    const { total } = await listEntries(club.db, { types: ['rule'], limit: 1 });
    await Promise.all([publishFirstMoneyRule(club.db, PLAY_RULE), publishFirstMoneyRule(club.db, PLAY_RULE)]);
    expect((await listEntries(club.db, { types: ['rule'], limit: 1 })).total).toBe(total + 1);
    expect(await readRule(club.db)).toMatchObject({ ...PLAY_RULE, version: 1 });
  });
});

function planOf({ version: _version, fromMs: _fromMs, ...plan }: Awaited<ReturnType<typeof publish>>): RulePlan {
  return plan;
}

describe('the database judges a rule at its boundaries', () => {
  const CHANGED = `jsonb_populate_record(r, $1::jsonb || jsonb_build_object('from_at', clock.now() + $2::interval))`;

  /** Stores a rule like the first one, with changes, from a distance of now. */
  async function stored(changes: object, after: string) {
    const insert = `insert into payments.rule select (${CHANGED}).* from payments.rule r where version = 1`;
    await club.owner.query(insert, [JSON.stringify(changes), after]);
  }

  async function may(changes: object, after: string): Promise<boolean> {
    const select = `select payments.may_rule(${CHANGED}) as may from payments.rule r where version = 1`;
    const { rows } = await club.owner.query(select, [JSON.stringify({ ...changes, version: 9 }), after]);
    return rows[0].may;
  }

  test('seven days end a minute early, for a publisher whose clock is behind, and not a microsecond sooner', async () => {
    const tighter = { withdrawals_per_day: PLAY_RULE.withdrawalsPerDay - 1 };
    expect(await may(tighter, '7 days -1 minute')).toBe(true);
    expect(await may(tighter, '7 days -1 minute -1 microsecond')).toBe(false);
  });

  test('a rule that another replaces at the same moment promises nothing', async () => {
    await stored({ version: 2, withdrawals_per_day: 9 }, '3 days');
    expect(await may({}, '0'), 'before it is replaced').toBe(false);
    await stored({ version: 3 }, '3 days');
    expect(await may({}, '0')).toBe(true);
  });

  test('a rule of the same moment must not lose its second person', async () => {
    await stored({ version: 2 }, '3 days');
    expect(await may({}, '3 days')).toBe(true);
    expect(await may({ two_people_from: String(PLAY_RULE.twoPeopleFrom + 1n) }, '3 days')).toBe(false);
  });
});
