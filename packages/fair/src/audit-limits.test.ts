import { describe, expect, test } from 'vitest';
import { beaconSignature, drawOf, ORIGIN, tableOf, WITNESSES } from '../tests/book-kit.ts';
import { resultOf } from '../tests/stories.ts';
import { BookAuditor } from './audit-book.ts';
import type { AuditOptions } from './audit-state.ts';
import { auditVerdict, type BookAudit, timeGapsOfAudit } from './book-audit.ts';
import { encodeEntry, entryHash } from './entries.ts';
import type { Entry, LiabilitiesEntry, TableEntry } from './entry-types.ts';

const FIRST = 29_743_210;
const table = tableOf({ witnesses: [], quorum: '0', first_period: String(FIRST) });
const witnessed = tableOf({ first_period: String(FIRST) });
const hashOf = (entry: Entry) => entryHash(encodeEntry(entry));

function sealOf(period: number, under: TableEntry = table, key = 'dice-60'): Entry {
  return { type: 'seal', draw_id: `${key}/${period}`, root: '0a'.repeat(32), count: '3', table: hashOf(under) };
}

function voidOf(period: number, under: TableEntry = table): Entry {
  return { type: 'void', draw_id: `dice-60/${period}`, reason: 'seal-late', table: hashOf(under) };
}

function drawnOf(period: number): Entry {
  return resultOf(drawOf(period));
}

function owedOf(date: string): LiabilitiesEntry {
  return { type: 'liabilities', date, epoch: '1', root: '00'.repeat(32), total: '0', leaves: '1', turnover: [] };
}

function audit(entries: readonly Entry[], options: AuditOptions = {}, nowMs = 0): BookAudit {
  const auditor = new BookAuditor(options);
  for (const entry of entries) auditor.add(encodeEntry(entry));
  return auditor.finish(nowMs);
}

function found(entries: readonly Entry[], options?: AuditOptions) {
  return audit(entries, options).findings.map(({ seq, code }) => [seq, code]);
}

describe('fates of long ago', () => {
  const KEPT = 20_000;
  const gap = (index: number) => [index, 'period-missing'];

  test('are remembered for 20,000 periods', () => {
    const stored = [table, sealOf(FIRST), sealOf(FIRST + KEPT - 1), drawnOf(FIRST)];
    expect(found(stored)).toEqual([gap(2)]);
    const forgotten = [table, sealOf(FIRST), sealOf(FIRST + KEPT), drawnOf(FIRST)];
    expect(found(forgotten)).toEqual([gap(2), [3, 'drawn-unsealed']]);
    expect(audit(stored.slice(0, 3)).overdue).toEqual([]);
    expect(audit(forgotten.slice(0, 3)).overdue).toEqual([`dice-60/${FIRST}`]);
  });

  test('are forgotten one by one as well as in a jump, and none twice', () => {
    const periods = [FIRST, FIRST + 1, FIRST + 2];
    const seals = periods.map((period) => sealOf(period));
    const lost = (...jumps: number[]) => audit([table, ...seals, ...jumps.map((jump) => sealOf(FIRST + jump))]).overdue;
    expect(lost(KEPT + 1)).toEqual(periods.slice(0, 2).map((period) => `dice-60/${period}`));
    expect(lost(KEPT, KEPT + 1)).toEqual(periods.slice(0, 2).map((period) => `dice-60/${period}`));
    expect(lost(3 * KEPT).slice(0, 3)).toEqual(periods.map((period) => `dice-60/${period}`));
    expect(lost(KEPT + 1, 3 * KEPT).filter((id) => id === `dice-60/${FIRST}`)).toHaveLength(1);
  });

  test('of a draw or a void are not overdue', () => {
    const far = sealOf(FIRST + 3 * KEPT);
    expect(audit([table, sealOf(FIRST), drawnOf(FIRST), far]).overdue).toEqual([]);
    expect(audit([table, voidOf(FIRST), far]).overdue).toEqual([]);
    expect(found([table, sealOf(FIRST), drawnOf(FIRST), far, drawnOf(FIRST)])).toEqual([gap(3), [4, 'drawn-unsealed']]);
    expect(found([table, voidOf(FIRST), far, voidOf(FIRST)])).toEqual([gap(2)]);
  });

  test('of a void over a seal are judged when they are forgotten', () => {
    const { tLock } = drawOf(FIRST);
    const entries = [witnessed, sealOf(FIRST, witnessed), voidOf(FIRST, witnessed), sealOf(FIRST + KEPT, witnessed)];
    const seenAt = (at: number | null) => (seq: number) => (seq === 0 ? tLock - 120 : at);
    const drawn = [...entries.slice(0, 3), drawnOf(FIRST), ...entries.slice(3)];
    expect(found(entries, { seenAt: seenAt(tLock + 2) })).toContainEqual([2, 'seal-in-time']);
    expect(found(drawn, { seenAt: seenAt(tLock + 2) })).not.toContainEqual([2, 'seal-in-time']);
    expect(audit(entries, { seenAt: seenAt(null) }).unproven).toContain(`dice-60/${FIRST}`);
    expect(found(entries, { seenAt: seenAt(null) })).toEqual([gap(3)]);
  });
});

describe('what is found', () => {
  test('comes in the order of the book, signatures included', () => {
    const entries: Entry[] = [
      table,
      sealOf(FIRST),
      { ...drawnOf(FIRST), signature: beaconSignature(7) } as Entry,
      sealOf(FIRST + 1),
      { ...sealOf(FIRST + 1), count: '9' } as Entry,
    ];
    expect(found(entries)).toEqual([
      [2, 'dice'],
      [2, 'signature'],
      [4, 'two-seals'],
    ]);
  });

  test('names the draw, or none', () => {
    const { findings } = audit([table, { ...sealOf(FIRST), table: '00'.repeat(32) } as Entry, table]);
    expect(findings).toEqual([
      { seq: 1, drawId: `dice-60/${FIRST}`, code: 'other-table' },
      { seq: 2, drawId: null, code: 'table-order' },
    ]);
  });

  test('lists a thousand of what lacks evidence, and counts all', () => {
    const periods = Array.from({ length: 1001 }, (_, index) => FIRST + index);
    const { unproven, unprovenCount } = audit(
      periods.map((period) => sealOf(period)),
      { from: 1 },
    );
    expect([unproven.length, unprovenCount]).toEqual([1000, 1001]);
    expect(unproven[999]).toBe(`dice-60/${FIRST + 999}`);
  });

  test('of bad signatures is found whatever their number, also where draws share a round', () => {
    const two = [table, tableOf({ ...table, key: 'dice-61' })];
    const shared = { ...drawnOf(FIRST), draw_id: `dice-61/${FIRST}` } as Entry;
    const entries = [...two, sealOf(FIRST), sealOf(FIRST, two[1], 'dice-61'), drawnOf(FIRST), shared];
    expect(audit(entries).findings.filter(({ code }) => code === 'signature')).toEqual([]);
    const bad = [...entries.slice(0, 5), { ...shared, signature: beaconSignature(7) } as Entry];
    expect(
      audit(bad)
        .findings.filter(({ code }) => code === 'signature')
        .map(({ seq }) => seq),
    ).toEqual([5]);
  });
});

test('a draw is overdue a minute after its round, however well its seal was seen', () => {
  const { tLock, draws } = drawOf(FIRST);
  const seenAt = (seq: number) => (seq === 0 ? tLock - 120 : tLock + 2);
  const due = (nowMs: number) => audit([witnessed, sealOf(FIRST, witnessed)], { seenAt }, nowMs);
  const id = `dice-60/${FIRST}`;
  expect(due(draws * 1000 + 59_999)).toMatchObject({ pending: [id], overdue: [] });
  expect(due(draws * 1000 + 60_000)).toMatchObject({ pending: [], overdue: expect.arrayContaining([id]) });
});

describe('each period has its fate, in order', () => {
  test('a repeated draw, or one of an earlier period, is not a gap', () => {
    expect(found([table, sealOf(FIRST), drawnOf(FIRST), sealOf(FIRST + 1), sealOf(FIRST)])).toEqual([]);
    expect(found([table, sealOf(FIRST), sealOf(FIRST + 2)])).toEqual([[2, 'period-missing']]);
    expect(found([table, sealOf(FIRST), voidOf(FIRST + 1), sealOf(FIRST + 2)])).toEqual([]);
    expect(found([table, sealOf(FIRST), voidOf(FIRST), sealOf(FIRST + 1)])).toEqual([]);
    // A late period fills its gap, but the gap stays a breach. The order continues after the largest period.
    const late = [table, sealOf(FIRST), sealOf(FIRST + 2), voidOf(FIRST + 1), sealOf(FIRST + 3)];
    expect(found(late)).toEqual([[2, 'period-missing']]);
  });

  test('two lotteries each have their own', () => {
    const other = tableOf({ ...table, key: 'dice-61', first_period: String(FIRST + 5) });
    const entries = [table, other, sealOf(FIRST), sealOf(FIRST + 5, other, 'dice-61'), sealOf(FIRST + 1)];
    expect(found(entries)).toEqual([]);
  });

  test('read from the middle, the first one starts, and the draw before it is not unsealed', () => {
    const middle = { from: 5, tables: [table] };
    expect(found([sealOf(FIRST + 7), sealOf(FIRST + 8)], middle)).toEqual([]);
    expect(found([sealOf(FIRST + 7), drawnOf(FIRST + 6)], middle)).toEqual([]);
    expect(found([voidOf(FIRST + 7), drawnOf(FIRST + 7)], middle)).toEqual([[6, 'void-and-drawn']]);
    expect(found([drawnOf(FIRST + 7)], middle)).toEqual([]);
    expect(audit([], middle, 1e15).overdue).toEqual([]);
    expect(audit([sealOf(FIRST + 7)], middle, drawOf(FIRST + 8).tLock * 1000 + 60_000).overdue).toContain(
      `dice-60/${FIRST + 8}`,
    );
  });

  test('the table in force is the last that began', () => {
    const newer = tableOf({ ...table, first_period: String(FIRST + 2), build: '0.2.0' });
    const seals = [sealOf(FIRST), sealOf(FIRST + 1), sealOf(FIRST + 2, newer)];
    expect(found([table, newer, ...seals])).toEqual([]);
    expect(found([table, newer, ...seals.with(1, sealOf(FIRST + 1, newer))])).toEqual([[3, 'other-table']]);
    expect(found([table, newer, ...seals.with(2, sealOf(FIRST + 2))])).toEqual([[4, 'other-table']]);
    // Where reading starts in the middle, a supplied table that is not in force is known to be wrong.
    const middle = { from: 2, tables: [table, newer] };
    expect(found(seals.with(2, sealOf(FIRST + 2)), middle)).toEqual([[4, 'other-table']]);
  });
});

describe('a table', () => {
  test('of another length opens after that result, too, not with it', () => {
    const period = FIRST + 2;
    const known = [FIRST, FIRST + 1, period].flatMap((one) => [sealOf(one), ...(one === period ? [drawnOf(one)] : [])]);
    const first = drawOf(period).draws / 36;
    expect(Number.isInteger(first)).toBe(true);
    const other = (from: number) =>
      tableOf({ ...table, key: 'dice-36', period_seconds: '36', first_period: String(from) });
    expect(found([table, ...known, other(first)])).toEqual([[5, 'table-too-late']]);
    expect(found([table, ...known, other(first + 1)])).toEqual([]);
  });

  test('opens after the last result that is in the book', () => {
    const known = [table, sealOf(FIRST), drawnOf(FIRST)];
    const { draws } = drawOf(FIRST);
    const next = Math.floor(draws / 60);
    const late = (first: number) => found([...known, tableOf({ ...table, first_period: String(first), build: '2' })]);
    expect(late(next)).toEqual([[3, 'table-too-late']]);
    expect(late(next + 1)).toEqual([]);
    expect(next * 60).toBeLessThanOrEqual(draws);
  });

  test('begins after the one before it', () => {
    const second = (first: number) => found([table, tableOf({ ...table, first_period: String(first), build: '2' })]);
    expect(second(FIRST)).toEqual([[1, 'table-order']]);
    expect(second(FIRST + 1)).toEqual([]);
    const other = tableOf({ ...table, key: 'dice-61', first_period: '29743000' });
    expect(found([table, other])).toEqual([]);
  });

  test('is of the book’s origin, where that is known', () => {
    expect(found([table], { origin: 'other.example' })).toEqual([[0, 'other-origin']]);
    expect(found([table], { origin: ORIGIN })).toEqual([]);
    expect(found([table], {})).toEqual([]);
  });
});

test('entries that tell of no draw and no debt break nothing', () => {
  const others: Entry[] = [
    { type: 'switch', what: 'table/dice-60', state: 'off', reason: 'void-rate', from: '5' },
    { type: 'rule', what: 'withdrawals/min', value: 'x', from: '5' },
    { type: 'audit-head', size: '1', head: '00'.repeat(32), at: '5' },
  ];
  const days = [owedOf('2026-02-27'), ...others, owedOf('2026-02-28'), ...others, owedOf('2026-03-01')];
  expect(found([table, ...days])).toEqual([]);
  expect(audit([table, ...others]).entries).toBe(4);
});

describe('what the house owes is due', () => {
  const midnight = (Math.floor((FIRST * 60) / 86_400) + 1) * 86_400;
  const due = (midnight + 3_600) * 1000;
  const owed = (entries: Entry[], nowMs: number, options: AuditOptions = {}) =>
    audit(entries, options, nowMs).overdue.filter((one) => one.startsWith('liabilities'));
  const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

  test('an hour after the first midnight after the first table opened', () => {
    expect(owed([table], due - 1)).toEqual([]);
    expect(owed([table], due)).toEqual([`liabilities/${dateOf(midnight)}`]);
    const later = tableOf({ ...table, key: 'dice-61', first_period: String(FIRST + 3000) });
    expect(owed([later, table], due)).toEqual([`liabilities/${dateOf(midnight)}`]);
    expect(owed([], due)).toEqual([]);
    expect(owed([table], due, { from: 3 })).toEqual([]);
  });

  test('and an hour after the midnight behind the last day', () => {
    const day = owedOf(dateOf(midnight));
    const next = due + 86_400_000;
    expect(owed([table, day], next - 1)).toEqual([]);
    expect(owed([table, day], next)).toEqual([`liabilities/${dateOf(midnight + 86_400)}`]);
    expect(owed([day], next, { from: 3 })).toEqual([`liabilities/${dateOf(midnight + 86_400)}`]);
  });
});

describe('the verdict on a book', () => {
  const good = {
    ...audit([table, sealOf(FIRST), drawnOf(FIRST)]),
    overdue: [],
    pending: [],
    houseRun: 0,
    unwitnessed: 0,
  };
  const finding = { seq: 0, drawId: null, code: 'root' } as const;

  test('is the gravest that anything gives', () => {
    expect(auditVerdict(good, [])).toBe('verified');
    expect(auditVerdict({ ...good, houseRun: 1 }, [])).toBe('time-not-proven');
    expect(auditVerdict({ ...good, fewWitnessed: 1 }, [])).toBe('time-not-proven');
    expect(auditVerdict({ ...good, unwitnessed: 1 }, [])).toBe('time-not-proven');
    expect(auditVerdict({ ...good, draws: 0 }, [])).toBe('pending');
    expect(auditVerdict({ ...good, draws: 0, voids: 1 }, [])).toBe('verified');
    expect(auditVerdict({ ...good, overdue: ['x'] }, [])).toBe('overdue');
    expect(auditVerdict({ ...good, overdue: ['x'] }, ['no-slips'])).toBe('incomplete');
    expect(auditVerdict({ ...good, overdue: ['x'], unprovenCount: 1 }, [])).toBe('incomplete');
    expect(auditVerdict({ ...good, unprovenCount: 1, findings: [finding] }, ['no-slips'])).toBe('breach');
  });

  test('names each gap of time', () => {
    const gaps = { unwitnessed: 1, fewWitnessed: 1, houseRun: 1 };
    expect(timeGapsOfAudit({ ...good, ...gaps })).toEqual(['no-witnesses', 'few-witnesses', 'house-run-beacon']);
    expect(timeGapsOfAudit(good)).toEqual([]);
  });

  test('counts what house-run beacons and few witnesses leave open', () => {
    const few = tableOf({ ...witnessed, witnesses: WITNESSES.slice(0, 1).map(({ vkey }) => vkey), quorum: '1' });
    const fates = [sealOf(FIRST, few), voidOf(FIRST + 1, few)];
    expect(audit([few, ...fates])).toMatchObject({ seals: 1, voids: 1, houseRun: 1, fewWitnessed: 1, unwitnessed: 0 });
    expect(audit([witnessed, sealOf(FIRST, witnessed)])).toMatchObject({
      houseRun: 0,
      fewWitnessed: 0,
      unwitnessed: 0,
    });
    // A key of the book does not count as a witness.
    const own = { logKeys: [WITNESSES[0]?.vkey ?? ''] };
    expect(audit([witnessed, sealOf(FIRST, witnessed)], own)).toMatchObject({ fewWitnessed: 1 });
  });
});
