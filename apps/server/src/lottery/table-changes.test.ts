import { expect, test } from 'vitest';
import { changesOf } from './table-changes.ts';
import type { HouseTable } from './tables.ts';

const ENTRY = {
  multipliers: { small: '19200', big: '19200' },
  stake_min: '100',
  stake_max: '1000',
  slip_max: '1000',
  member_cap: '1',
  period_cap: '1',
  min_balance: '0',
  chain_hash: 'aa',
  genesis: '1',
  beacon_period: '3',
  beacon_kind: 'drand',
  witnesses: ['w1'],
  quorum: '1',
  receipt_key: 'bb',
  build: 'one',
};

function table(change: object = {}): Pick<HouseTable, 'entry'> {
  return { entry: { ...ENTRY, ...change } as unknown as HouseTable['entry'] };
}

test('the first table of a lottery changes nothing', () => {
  expect(changesOf(table(), null)).toEqual(['first']);
});

test.each([
  [{ multipliers: { small: '19200', big: '19100' } }, 'odds'],
  [{ multipliers: { small: '19200' } }, 'odds'],
  [{ stake_max: '999' }, 'limits'],
  [{ min_balance: '1' }, 'limits'],
  [{ chain_hash: 'cc' }, 'beacon'],
  [{ quorum: '2' }, 'witnesses'],
  [{ witnesses: ['w2'] }, 'witnesses'],
  [{ receipt_key: 'dd' }, 'receipt-key'],
  [{ build: 'two' }, 'build'],
])('%j is a change', (change, named) => {
  expect(changesOf(table(change), table())).toEqual([named]);
});

test('several are named together, and none where all is as before', () => {
  expect(changesOf(table({ stake_min: '200', build: 'two' }), table())).toEqual(['limits', 'build']);
  expect(changesOf(table(), table())).toEqual([]);
});
