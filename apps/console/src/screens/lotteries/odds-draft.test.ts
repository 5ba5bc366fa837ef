import { expect, test } from 'vitest';
import type { OddsTable } from '../../api/house/lotteries.ts';
import { draftOf, readMultiplier, readOdds } from './odds-draft.ts';

const table = {
  bets: [
    { bet: 'big', multipliers: [19_200] },
    { bet: 's3', multipliers: [2_052_001] },
    { bet: 'n1', multipliers: [20_000, 30_000, 120_000] },
  ],
  stakeMinMinor: '100',
  stakeMaxMinor: '200000',
  slipMaxMinor: '300000',
  memberCapMinor: '23000000',
  periodCapMinor: '50000000',
  minBalanceMinor: '0',
} as unknown as OddsTable;

const asTyped = (minor: string) => `=${minor}`;
const readBack = (typed: string) => (typed.startsWith('=') ? typed.slice(1) : null);

test('a table that is opened and not changed is sent as it was', () => {
  const draft = draftOf(table, asTyped);
  expect(draft.multipliers).toEqual({ big: ['1.92'], s3: ['205.2001'], n1: ['2', '3', '12'] });
  expect(readOdds(draft, 'en', readBack)).toEqual({
    multipliers: { big: 19_200, s3: 2_052_001, n1: [20_000, 30_000, 120_000] },
    stakeMinMinor: '100',
    stakeMaxMinor: '200000',
    slipMaxMinor: '300000',
    memberCapMinor: '23000000',
    periodCapMinor: '50000000',
    minBalanceMinor: '0',
  });
});

test('nothing is sent while a field cannot be read', () => {
  const draft = draftOf(table, asTyped);
  const bent = (multipliers: object) => ({ ...draft, multipliers: { ...draft.multipliers, ...multipliers } });
  expect(readOdds(bent({ big: ['1.92001'] }), 'en', readBack)).toBeNull();
  expect(readOdds(bent({ n1: ['2', '', '12'] }), 'en', readBack)).toBeNull();
  expect(readOdds({ ...draft, amounts: { ...draft.amounts, slipMaxMinor: 'much' } }, 'en', readBack)).toBeNull();
  for (const typed of ['', '0', '-1', '10001', 'x']) expect(readMultiplier(typed, 'en'), typed).toBeNull();
});
