import { describe, expect, test } from 'vitest';
import { tableOf, WITNESSES } from '../tests/book-kit.ts';
import { decodeEntry, encodeEntry, isDate } from './entries.ts';
import type { Entry } from './entry-types.ts';

const HASH = '0a'.repeat(32);
const I64 = String(2n ** 63n - 1n);
const I53 = String(2 ** 53 - 1);
const [first = '', second = '', third = ''] = WITNESSES.map(({ vkey }) => vkey);
const row = { key: 'dice-60', players: '20', staked: '5', paid: '6' };

const BASE: Record<string, Entry> = {
  table: tableOf(),
  seal: { type: 'seal', draw_id: 'dice-60/7', root: HASH, count: '3', table: HASH },
  draw: { type: 'draw', draw_id: 'dice-60/7', round: '9', signature: '0a'.repeat(48), dice: ['1', '6', '3'] },
  void: { type: 'void', draw_id: 'dice-60/7', reason: 'seal-late', table: HASH },
  switch: { type: 'switch', what: 'table/dice-60', state: 'on', reason: 'void-rate', from: '5' },
  liabilities: {
    type: 'liabilities',
    date: '2026-02-28',
    epoch: '7',
    root: HASH,
    total: '9',
    leaves: '8',
    turnover: [row],
  },
  'audit-head': { type: 'audit-head', size: '4', head: HASH, at: '5' },
  rule: { type: 'rule', what: 'withdrawals/min', value: 'some text', from: '5' },
  'notice-of-change': {
    type: 'notice-of-change',
    what: 'book-key',
    old_key: 'old',
    new_key: 'new',
    from: '5',
    signature: '0a'.repeat(64),
  },
};

const changed = (type: string, change: object) => ({ ...BASE[type], ...change }) as unknown as Entry;

const BAD_COUNTS = ['-1', '01', '', ' 1', '1.5', 'x', 1, null, String(2 ** 53)];
const BAD_TOTALS = ['-1', '01', '', 'x', 1, null, String(2n ** 63n)];
const BAD_HASHES = ['', HASH.slice(2), `${HASH}00`, HASH.toUpperCase(), 'zz'.repeat(32), 5, null];
const BAD_IDS = ['', 'dice-60', 'dice-60/', 'dice-60/07', 'Dice/7', '/7', 'dice-60/7/8', ' dice-60/7', 5, null];
const BAD_CODES = ['', 'Void', '1x', '-x', 'a b', 'a_b', 'a/b', 'x'.repeat(65), 5, null];
const BAD_WHATS = ['', 'A', '1x', '/x', 'a b', 'a_b', 'x'.repeat(65), 'a\n', 5, null];
const BAD_TEXTS = ['', 'x'.repeat(1025), 'a\nb', 'ä', '\u007f', 5, null];

/** Type, field, invalid values, valid values. */
const FIELDS: [type: string, field: string, bad: unknown[], good: unknown[]][] = [
  ['seal', 'draw_id', BAD_IDS, ['a/0', 'dice-60/9']],
  ['seal', 'root', BAD_HASHES, ['00'.repeat(32)]],
  ['seal', 'count', BAD_COUNTS, ['0', I53]],
  ['seal', 'table', BAD_HASHES, ['00'.repeat(32)]],
  ['draw', 'draw_id', BAD_IDS, ['a/0']],
  ['draw', 'round', ['0', ...BAD_COUNTS], ['1', I53]],
  ['draw', 'signature', ['', '0a'.repeat(47), '0a'.repeat(49), '0A'.repeat(48), 5, null], ['00'.repeat(48)]],
  [
    'draw',
    'dice',
    [[], ['1', '2'], ['1', '2', '3', '4'], ['0', '1', '2'], ['1', '7', '2'], ['1', '12', '2'], [1, 2, 3], '123', null],
    [['6', '6', '6']],
  ],
  ['void', 'draw_id', BAD_IDS, ['a/0']],
  ['void', 'reason', BAD_CODES, ['a', 'a-9', 'x'.repeat(64)]],
  ['void', 'table', BAD_HASHES, ['00'.repeat(32)]],
  ['switch', 'what', BAD_WHATS, ['a', 'a/b-9', 'x'.repeat(64)]],
  ['switch', 'state', ['', 'ON', 'open', true, null], ['off', 'on']],
  ['switch', 'reason', BAD_CODES, ['a']],
  ['switch', 'from', BAD_COUNTS, ['0', I53]],
  [
    'liabilities',
    'date',
    ['', '2026-02-30', '2026-13-01', '2026-2-1', '20260201', '+012026-02-28', ['2026-02-28'], 5, null],
    ['2024-02-29'],
  ],
  ['liabilities', 'epoch', BAD_COUNTS, ['0', I53]],
  ['liabilities', 'root', BAD_HASHES, ['00'.repeat(32)]],
  ['liabilities', 'total', BAD_TOTALS, ['0', I64]],
  [
    'liabilities',
    'leaves',
    ['0', '3', '6', '12', String(2n ** 41n), ...BAD_COUNTS],
    ['1', '2', '1024', String(2n ** 40n)],
  ],
  ['audit-head', 'size', BAD_COUNTS, ['0', I53]],
  ['audit-head', 'head', BAD_HASHES, ['00'.repeat(32)]],
  ['audit-head', 'at', BAD_COUNTS, ['0']],
  ['rule', 'what', BAD_WHATS, ['a/b']],
  ['rule', 'value', BAD_TEXTS, ['x', '~ !', 'x'.repeat(1024)]],
  ['rule', 'from', BAD_COUNTS, ['0']],
  ['notice-of-change', 'what', ['', 'receipt-key', null], ['book-key']],
  ['notice-of-change', 'old_key', BAD_TEXTS, ['x']],
  ['notice-of-change', 'new_key', BAD_TEXTS, ['x']],
  ['notice-of-change', 'from', BAD_COUNTS, ['0']],
  ['notice-of-change', 'signature', ['', '0a'.repeat(63), '0a'.repeat(65), null], ['00'.repeat(64)]],
  ['table', 'key', ['', 'Dice', '9a', 'a_b', 'x'.repeat(33), 5, null], ['x'.repeat(32), 'a-9']],
  ['table', 'first_period', BAD_COUNTS, ['0', I53]],
  ['table', 'period_seconds', ['59', '29', '30000', ...BAD_COUNTS], ['30', '86400']],
  ['table', 'scheme', ['', 'x', null], []],
  ['table', 'beacon_kind', ['', 'drand', 'unknown', null], []],
  ['table', 'genesis', BAD_COUNTS, []],
  ['table', 'public_key', ['', '0a'.repeat(95), '0a'.repeat(97), null], []],
  ['table', 'chain_hash', BAD_HASHES, []],
  ['table', 'beacon_period', BAD_COUNTS, []],
  ['table', 'stake_min', ['0', '1000001', ...BAD_COUNTS], ['1', '1000000']],
  ['table', 'stake_max', ['99', '5000001', ...BAD_COUNTS], ['100', '5000000']],
  ['table', 'slip_max', ['999999', ...BAD_COUNTS], ['1000000', I53]],
  ['table', 'member_cap', BAD_TOTALS, ['0', I64]],
  ['table', 'period_cap', BAD_TOTALS, ['0', I64]],
  ['table', 'min_balance', BAD_TOTALS, ['0', I64]],
  ['table', 'receipt_key', BAD_HASHES, ['00'.repeat(32)]],
  ['table', 'build', BAD_TEXTS, ['x'.repeat(1024)]],
  ['table', 'origin', ['', 'a b', 'a+b', 'x'.repeat(256), 'ä', 5, null], ['x'.repeat(255)]],
  ['table', 'quorum', ['0', '1', '4', ...BAD_COUNTS], ['2', '3']],
  [
    'table',
    'multipliers',
    [{}, [], null, { x: '1' }, { big: '0' }, { big: '1', small: '0' }, { big: '1', x: '1' }, { big: 1 }, { big: '01' }],
    [{ s3: '1' }],
  ],
];

test.each(FIELDS)('%s.%s', (type, field, bad, good) => {
  expect(decodeEntry(encodeEntry(changed(type, {})))).toEqual(BASE[type]);
  for (const value of bad)
    expect(() => encodeEntry(changed(type, { [field]: value })), String(value)).toThrow(TypeError);
  for (const value of good) expect(encodeEntry(changed(type, { [field]: value }))).toContain(`"${field}"`);
  const { [field]: _, ...without } = BASE[type] as unknown as Record<string, unknown>;
  expect(() => encodeEntry(without as unknown as Entry)).toThrow(TypeError);
});

test('every field of every type is in that list, and no other is taken', () => {
  for (const [type, entry] of Object.entries(BASE)) {
    const named = FIELDS.filter(([of]) => of === type).map(([, field]) => field);
    const others = type === 'table' ? ['witnesses'] : type === 'liabilities' ? ['turnover'] : [];
    expect([...named, ...others, 'type'].sort()).toEqual(Object.keys(entry).sort());
    expect(() => encodeEntry(changed(type, { more: '1' }))).toThrow(TypeError);
  }
});

test('what is no entry is refused', () => {
  for (const wrong of [null, 5, 'x', [], {}, { type: 'bonus' }, { type: 'toString' }, { ...BASE.seal, type: null }]) {
    expect(() => encodeEntry(wrong as unknown as Entry)).toThrow(TypeError);
  }
});

describe('the witnesses of a table', () => {
  const table = (witnesses: unknown, quorum: string) => () => encodeEntry(changed('table', { witnesses, quorum }));
  const many = (count: number) => Array.from({ length: count }, (_, index) => `witness ${index}`);

  test('are texts, each once, 32 at most, and more than half of them a quorum', () => {
    expect(table([first, second, third], '2')()).toContain('"quorum":"2"');
    expect(table(many(32), '17')()).toContain('"quorum":"17"');
    expect(table([first], '1')()).toContain('"quorum":"1"');
    expect(table([first, second], '2')()).toContain('"quorum":"2"');
    expect(table([], '0')()).toContain('"quorum":"0"');
    expect(table(many(33), '17')).toThrow(TypeError);
    expect(table(many(32), '16')).toThrow(TypeError);
    expect(table([first, first, second], '2')).toThrow(TypeError);
    expect(table([first, second], '1')).toThrow(TypeError);
    expect(table([first], '2')).toThrow(TypeError);
    expect(table([], '1')).toThrow(TypeError);
    expect(table([first, second, third], '0')).toThrow(TypeError);
    for (const wrong of [null, first, {}, [first, second, ''], [first, second, 5]])
      expect(table(wrong, '2')).toThrow(TypeError);
  });
});

describe('the turnover of a day', () => {
  const day = (turnover: unknown) => () => encodeEntry(changed('liabilities', { turnover }));
  const keyed = (...keys: string[]) => keys.map((key) => ({ ...row, key }));
  const numbered = (count: number) =>
    keyed(...Array.from({ length: count }, (_, index) => `d${String(index).padStart(4, '0')}`));

  test('has one row for each table, in order, 256 at most', () => {
    for (const good of [[], keyed('a', 'b'), numbered(256)]) expect(day(good)()).toContain('"turnover"');
    for (const wrong of [keyed('b', 'a'), keyed('a', 'a'), numbered(257), null, {}, 'x', [null], [5], [[]]])
      expect(day(wrong)).toThrow(TypeError);
  });

  test('tells nothing of fewer than 20 players', () => {
    expect(day([{ ...row, players: '20' }])()).toContain('"players":"20"');
    expect(day([{ ...row, players: '19' }])).toThrow(TypeError);
  });

  test.each([
    { key: 'Dice' },
    { players: 'x' },
    { players: 20 },
    { staked: '-1' },
    { staked: String(2n ** 63n) },
    { paid: '01' },
    { paid: String(2n ** 63n) },
    { more: '1' },
  ])('refuses %j', (change) => {
    expect(day([{ ...row, ...change }])).toThrow(TypeError);
    expect(day([row, { ...row, key: 'dice-96', ...change }])).toThrow(TypeError);
  });

  test('sums may be as large as the ledger', () => {
    expect(day([{ ...row, staked: I64, paid: I64 }])()).toContain(I64);
    const { paid: _, ...without } = row;
    expect(day([without])).toThrow(TypeError);
  });
});

test('an entry fits into two bytes of length', () => {
  const witnesses = (length: number) => [...'abcdefghijklmnopqrstuvwxyzABCDEF'].map((letter) => letter.repeat(length));
  expect(() => encodeEntry(changed('table', { witnesses: witnesses(1024), quorum: '17' }))).not.toThrow();
  const long = encodeEntry(changed('table', { witnesses: witnesses(1024), quorum: '17' }));
  expect(decodeEntry(long)).toMatchObject({ quorum: '17' });
  for (const wrong of [null, 5, {}]) expect(() => decodeEntry(wrong as never)).toThrow(TypeError);
});

test.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['12026-01-01', false],
  ['2026-01-01T', false],
  [20260101, false],
  [null, false],
])('%j is a day: %s', (value, is) => {
  expect(isDate(value)).toBe(is);
});
