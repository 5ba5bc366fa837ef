import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BETS,
  type Canonical,
  canonicalJson,
  chainKind,
  chainOfTable,
  decodeEntry,
  isPeriodLength,
  type TableEntry,
} from '../src/index.ts';
import canonical from '../vectors/canonical.json' with { type: 'json' };
import evidence from '../vectors/evidence.json' with { type: 'json' };
import owed from '../vectors/owed.json' with { type: 'json' };
import receipt from '../vectors/receipt.json' with { type: 'json' };
import { ENTRY_TYPES, schemaFault, schemas } from './schemas.ts';

type Fields = Record<string, unknown>;

const C_MAX = 2n ** 53n - 1n;
const T_MAX = 2n ** 63n - 1n;
const TOTALS = new Set(['member_cap', 'period_cap', 'min_balance', 'total', 'staked', 'paid']);

/** Rules of docs/protocol.md for an entry beyond its schema, for values that the schema accepts. */
const BEYOND: Record<string, (entry: Fields) => boolean> = {
  'integers are within their bounds': (entry) => decimalsOf(entry).every(([name, value]) => value <= maxOf(name)),
  'a draw id’s period is at most 2^53 − 1': ({ draw_id: id }) =>
    id === undefined || BigInt(String(id).split('/')[1] ?? '') <= C_MAX,
  'a date is a day of the calendar': ({ date }) => date === undefined || isDay(String(date)),
  'turnover is in ascending order of keys': ({ turnover }) => {
    const keys = ((turnover ?? []) as { key: string }[]).map(({ key }) => key);
    return keys.every((key, index) => index === 0 || String(keys[index - 1]) < key);
  },
  'a chain is the one that beacon_kind says, and its period divides L': (entry) => {
    if (entry.type !== 'table') return true;
    const table = entry as unknown as TableEntry;
    const chain = chainOfTable(table);
    const kind = table.beacon_kind === 'drand' ? 'quicknet' : 'local';
    return chainKind(chain) === kind && isPeriodLength(Number(table.period_seconds), chain.period);
  },
  'stake_min ≤ stake_max ≤ slip_max': ({ type, stake_min: min, stake_max: max, slip_max: slip }) =>
    type !== 'table' || (big(min) <= big(max) && big(max) <= big(slip)),
  'a quorum is more than half of the witnesses': ({ type, witnesses, quorum }) => {
    const n = (witnesses as unknown[] | undefined)?.length ?? 0;
    return type !== 'table' || n === 0 || (2 * Number(quorum) > n && Number(quorum) <= n);
  },
  'a stop names authority and reference together': ({ type, authority, reference }) =>
    type !== 'stop' || (authority === '') === (reference === ''),
  'a stop does not end before it begins': ({ type, from, until }) =>
    type !== 'stop' || until === '0' || big(from) <= big(until),
  'a body has at most 65 535 bytes': (entry) => canonicalJson(entry as Canonical).length <= 65_535,
};

function decimalsOf(value: unknown, name = ''): [string, bigint][] {
  if (typeof value === 'string') return /^[0-9]{1,19}$/.test(value) && !TEXTS.has(name) ? [[name, big(value)]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => decimalsOf(one, Array.isArray(value) ? name : key));
}

/** Fields that may look like an integer but are text. */
const TEXTS = new Set([
  'witnesses',
  'build',
  'authority',
  'reference',
  'origin',
  'value',
  'old_key',
  'new_key',
  'root',
  'head',
  'leaves',
  'dice',
]);

function maxOf(name: string): bigint {
  return TOTALS.has(name) ? T_MAX : C_MAX;
}

function big(value: unknown): bigint {
  return BigInt(String(value));
}

function isDay(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= ([31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0);
}

function beyondFault(entry: Fields): string | null {
  return Object.entries(BEYOND).find(([, holds]) => !holds(entry))?.[0] ?? null;
}

function isEntry(value: unknown): boolean {
  try {
    decodeEntry(canonicalJson(value as Canonical));
    return true;
  } catch {
    return false;
  }
}

/** Checks that schema and further rules together agree with `decodeEntry`. */
function agree(value: unknown): void {
  const fault = schemaFault('entry', value) ?? beyondFault(value as Fields);
  expect([fault === null, fault]).toEqual([isEntry(value), fault]);
}

const valid = canonical.entries.filter((one) => one.valid).map(({ body }) => JSON.parse(body) as Fields);

describe('entries', () => {
  test.each(canonical.entries)('$name', ({ body, valid: isValid }) => {
    let value: unknown;
    try {
      value = JSON.parse(body);
      // `decodeEntry` refuses non-canonical bytes before any schema applies.
      if (canonicalJson(value as Canonical) !== body) return;
    } catch {
      return;
    }
    const fault = schemaFault('entry', value) ?? beyondFault(value as Fields);
    expect([fault === null, fault]).toEqual([isValid, fault]);
  });

  test('each type has vectors, and each has a schema', () => {
    for (const type of ENTRY_TYPES) {
      expect(valid.some((entry) => entry.type === type)).toBe(true);
      expect(schemas.has(`${type}.json`)).toBe(true);
    }
  });

  test('generated entries pass the schema exactly where the code takes them', () => {
    fc.assert(
      fc.property(fc.constantFrom(...valid), fc.nat(), texts(), fc.nat(3), (entry, which, text, act) => {
        const names = Object.keys(entry);
        const name = names[which % names.length] ?? '';
        const { [name]: old, ...rest } = entry;
        if (act === 0) agree(rest);
        else if (act === 1) agree({ ...entry, [text]: old });
        else agree({ ...entry, [name]: replaced(old, text, which) });
      }),
      { numRuns: 3000 },
    );
  });
});

/** Values at the edges of the formats, and others. */
function texts(): fc.Arbitrary<string> {
  const edges = [
    ...['', '0', '1', '00', '19', '20', '30', '60', '86400', '-1', '1.0', '9007199254740991', '9007199254740992'],
    ...[
      '9223372036854775807',
      '9223372036854775808',
      '1099511627776',
      '2199023255552',
      'ab'.repeat(32),
      'AB'.repeat(32),
    ],
    ...['2026-02-28', '2026-02-29', '2024-02-29', '2000-02-29', '2100-02-29', '0000-02-29', '2026-13-01', '2026-00-10'],
    ...['dice-60', 'dice-60/1', 'dice-60/01', 'dice-60/9007199254740992', 'Dice', 'a', 'a/b', 'a b', 'x'.repeat(33)],
    ...[
      'drand',
      'local',
      'on',
      'off',
      'book-key',
      'x'.repeat(64),
      'x'.repeat(65),
      'x'.repeat(1025),
      'tab\t',
      'del\x7f',
    ],
  ];
  return fc.oneof(fc.constantFrom(...edges), fc.string({ unit: fc.constantFrom(...'0123456789abcdef/-~ "') }));
}

/** Another value of the same or another type. */
function replaced(old: unknown, text: string, which: number): unknown {
  if (Array.isArray(old)) {
    const [first] = old as unknown[];
    return [[...old, first ?? text], old.slice(1), [...old].reverse(), old.map(() => text), text, null][which % 6];
  }
  if (typeof old === 'object' && old !== null) {
    const [bet = 'big'] = BETS.slice(which % BETS.length);
    return [{ ...old, [bet]: text }, { ...old, [text]: '1' }, {}, [], null][which % 5];
  }
  return which % 7 === 0 ? [text, null, true, [text]][which % 4] : text;
}

describe('bundles', () => {
  test.each(evidence.cases)('$name', ({ kind, proof }) => {
    expect(schemaFault(kind === 'slip' ? 'slip-proof' : 'draw-proof', proof)).toBeNull();
    const saved = { format: 'tercet/v1 bundle', kind, proof, options: {}, savedAtMs: 1 };
    expect(schemaFault('saved-bundle', saved)).toBeNull();
    expect(schemaFault('saved-bundle', { ...saved, kind: kind === 'slip' ? 'draw' : 'slip' })).not.toBeNull();
  });

  test('a bundle without one of its parts does not pass', () => {
    const whole = evidence.cases.find(({ kind }) => kind === 'slip')?.proof as Fields;
    const paths = ['receipt', 'draw', 'index', 'draw.table', 'draw.book', 'draw.book.peaks', 'draw.entries.seal'];
    for (const path of paths) {
      const copy = structuredClone(whole);
      const names = path.split('.');
      const last = names.pop() ?? '';
      delete (names.reduce((at, name) => at[name] as Fields, copy) as Fields)[last];
      expect([path, schemaFault('slip-proof', copy)]).not.toEqual([path, null]);
    }
  });

  test('receipts in each of their forms', () => {
    const [slip] = receipt.slips;
    const { leafData = '', signature = '', publicKey = '', userName = '', salt = '', leaf } = slip ?? {};
    const one = { leafData, signature, publicKey, userName, salt };
    expect(schemaFault('receipt', one)).toBeNull();
    expect(schemaFault('receipt', { ...one, salt: 'x' })).not.toBeNull();
    const entry = { drawId: leaf?.drawId, slipId: leaf?.slipId, receipt: one };
    expect(schemaFault('receipts-file', { format: 'tercet/v1 receipts', receipts: [entry] })).toBeNull();
    expect(schemaFault('receipts-file', { format: 'tercet/v1 receipts', receipts: [] })).not.toBeNull();
    expect(schemaFault('placed-slip', { slip: {}, receipt: one, availableMinor: '1' })).toBeNull();
  });

  test.each(Object.entries(owed.bases))('%s', (_name, { file }) => {
    expect(schemaFault('owed-file', file)).toBeNull();
    expect(schemaFault('owed-file', { ...file, splits: [] })).not.toBeNull();
  });
});
