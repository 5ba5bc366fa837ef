import { BETS, SUM_BETS } from '@tercet/fair';
import { describe, expect, test } from 'vitest';
import type { Lottery } from '../../api/house/lotteries.ts';
import { type LotteryDraft, lotteryOf, missingIn, PERIODS_SECONDS, startingOdds } from './new-lottery-draft.ts';

const amounts = {
  stakeMinMinor: '100',
  stakeMaxMinor: '200',
  slipMaxMinor: '300',
  memberCapMinor: '400',
  periodCapMinor: '500',
  minBalanceMinor: '0',
};
const sums = { coming: [], table: { bets: [{ bet: 'big', multipliers: [19_000] }], ...amounts } } as unknown as Lottery;
const asTyped = (minor: string) => `=${minor}`;

describe('the odds of a new lottery', () => {
  test('are those of a table with the same layout', () => {
    expect(startingOdds('sums', [sums], asTyped).multipliers).toEqual({ big: ['1.9'] });
  });

  test('are those of a table that is not in force yet, too', () => {
    const { table, ...rest } = sums;
    const coming = { ...rest, table: null, coming: [table] } as unknown as Lottery;
    expect(startingOdds('sums', [coming], asTyped)).toEqual(startingOdds('sums', [sums], asTyped));
  });

  test('follow from the chances without such a table, with the limits of another one', () => {
    const { multipliers, amounts: limits } = startingOdds('sic-bo', [sums], asTyped);
    expect(Object.keys(multipliers)).toEqual([...BETS]);
    expect(multipliers).toMatchObject({ big: ['1.92'], s3: ['207.36'], n4: ['2', '3', '12'], t: ['34.56'] });
    expect(limits.memberCapMinor).toBe('=400');
    expect(Object.keys(startingOdds('sums', [], asTyped).multipliers)).toEqual([...SUM_BETS]);
  });
});

test('every period on offer divides a day and is a multiple of the beacon’s three seconds', () => {
  expect(PERIODS_SECONDS.filter((seconds) => 86_400 % seconds !== 0 || seconds % 3 !== 0 || seconds < 30)).toEqual([]);
});

const draft: LotteryDraft = {
  ...{ layout: 'sums', key: 'dice-90', class: 'swift', icon: 'swift', periodSeconds: 90, hot: true, why: 'asked for' },
  texts: { mn: { name: 'Хоромхон', description: 'Гурван шоо' }, en: { name: 'Moment', description: '' } },
  position: ' 7 ',
  odds: { multipliers: {}, amounts: amounts },
};

test('a lottery is sent with the house’s own words apart from the others', () => {
  expect(lotteryOf(draft, {} as never, 'mn')).toEqual({
    ...{ key: 'dice-90', class: 'swift', icon: 'swift', periodSeconds: 90, hot: true, position: 7, odds: {} },
    ...{ name: 'Хоромхон', description: 'Гурван шоо' },
    texts: { en: { name: 'Moment', description: '' } },
  });
});

test('a lottery needs a name in the house’s language, a key, a class, a position and a reason', () => {
  expect(missingIn(draft, 'mn')).toEqual([]);
  expect(missingIn(draft, 'ja')).toEqual(['name']);
  const bare = { ...draft, texts: {}, key: 'Dice 90', class: '', position: '-1', why: ' ' };
  expect(missingIn(bare, 'mn')).toEqual(['name', 'key', 'class', 'position', 'why']);
});
