import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedAttempt, storedAttempts } from '../../../features/slips/attempts.ts';
import { slipFigures } from './slip-figures.ts';
import { keepLastBet, keepSlip, lastBet, storedSlip } from './slip-keeping.ts';
import { emptySlip } from './slip-reducer.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const TABLE = { bets: [{ bet: 'big' }, { bet: 'odd' }] };
const KEY = '018f0000-0000-7000-8000-0000000000aa';
const BODY = { drawId: 'dice-30/17', tableHash: 'aa', selections: [] };

function store(place: 'sessionStorage' | 'localStorage', name: string, text: string): void {
  vi.stubGlobal(place, storageWith(`tercet.draft.${ME}.${name}`, text));
}

function storageWith(key: string, text: string): Storage {
  const rows = new Map([[key, text]]);
  return {
    ...{ getItem: (name: string) => rows.get(name) ?? null, setItem: rows.set.bind(rows), clear: () => rows.clear() },
    removeItem: (name: string) => void rows.delete(name),
    key: (place: number) => [...rows.keys()][place] ?? null,
    get length() {
      return rows.size;
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

const DAMAGED = [
  ...['', 'null', '5', '{}', '"x"', '[', '[null]', '[5]', '[[]]', '[{}]', '[{"bet":"big"}]'],
  ...['[{"bet":"__proto__","stakeMinor":"100"}]', '[{"bet":"constructor","stakeMinor":"100"}]'],
  ...['[{"bet":"n4","stakeMinor":"100"}]', '[{"bet":"big","stakeMinor":100}]', '[{"bet":"big","stakeMinor":"-1"}]'],
  ...['[{"bet":["big"],"stakeMinor":"100"}]', '[{"bet":"big","stakeMinor":"1e3"}]'],
];

describe('damaged stored text', () => {
  it.each(DAMAGED)('%s on the slip or as the last bet is nothing', (text) => {
    store('sessionStorage', 'slip.dice-30', text);
    store('localStorage', 'last.dice-30', text);
    expect(storedSlip(ME, 'dice-30', TABLE, 100n)).toEqual(emptySlip(100n));
    expect(lastBet(ME, 'dice-30', TABLE)).toEqual([]);
  });

  it('beside good bets loses only itself, and a bet counts once', () => {
    const text =
      '[null,{"bet":"big","stakeMinor":"100"},{"bet":"big","stakeMinor":"900"},{"bet":"n4","stakeMinor":"1"}]';
    store('sessionStorage', 'slip.dice-30', text);
    expect(storedSlip(ME, 'dice-30', TABLE, 100n).selections).toEqual([{ bet: 'big', stakeMinor: 100n }]);
  });

  it.each([
    '5',
    '{}',
    'null',
    '[]',
    '{"idempotencyKey":"x","body":{}}',
    JSON.stringify({ idempotencyKey: KEY }),
    JSON.stringify({ idempotencyKey: 'no uuid', body: BODY }),
    JSON.stringify({ idempotencyKey: KEY, body: { ...BODY, drawId: 7 } }),
  ])('%s is no slip without an answer', (text) => {
    store('sessionStorage', 'attempt.dice-30', text);
    expect(storedAttempt(ME, 'dice-30')).toBeNull();
    expect(storedAttempts(ME)).toEqual([]);
  });

  it('in the balance of a slip without an answer leaves the slip', () => {
    const attempt = { idempotencyKey: KEY, body: BODY };
    store('sessionStorage', 'attempt.dice-30', JSON.stringify({ ...attempt, availableMinor: 'much' }));
    expect(storedAttempt(ME, 'dice-30')).toEqual(attempt);
    expect(storedAttempts(ME)).toEqual([KEY]);
  });
});

it('a stored slip and the last bet come back as they were', () => {
  store('sessionStorage', 'other', '');
  store('localStorage', 'other', '');
  const selections = [{ bet: 'odd', stakeMinor: 250n }];
  keepSlip(ME, 'dice-30', { ...emptySlip(100n), selections });
  keepLastBet(ME, 'dice-30', selections);
  expect(storedSlip(ME, 'dice-30', TABLE, 100n).selections).toEqual(selections);
  expect(lastBet(ME, 'dice-30', TABLE)).toEqual(selections);
});

it('a bet with the name of an object’s own property pays nothing', () => {
  const bets = [{ bet: 'big', multipliers: [19_600] }] as never;
  const slip = ['__proto__', 'constructor', 'toString'].map((bet) => ({ bet, stakeMinor: 100n }));
  expect(slipFigures(slip, { bets }, 1_000n)).toEqual({ totalMinor: 300n, greatestMinor: 0n, afterMinor: 700n });
});
