import { describe, expect, test } from 'vitest';
import { audit, codes, drawAt, drawnOf, honest, NOW_MS, sealOf, table } from '../tests/audit-kit.ts';
import { StopList } from './audit-stops.ts';
import type { Entry, SealEntry, StopEntry, TableEntry } from './entry-types.ts';

/** Opening times of the periods of the book; all four have bets. */
const opens = [0, 1, 2, 3].map((index) => drawAt(index).tLock - 60) as [number, number, number, number];

function stopFrom(from: number, change: Partial<StopEntry> = {}): StopEntry {
  const order = { reason: 'maintenance', authority: '', reference: '', until: '0' };
  return { type: 'stop', what: `table/${table.key}`, ...order, from: String(from), ...change };
}

/** The book with entries after the table, while the first period is open, and with periods sealed without bets. */
function withStops(stops: readonly Entry[], empty: readonly number[] = []): Entry[] {
  const lines = honest().map((entry) => {
    const isEmpty = entry.type === 'seal' && empty.some((index) => entry.draw_id === drawAt(index).drawId);
    return isEmpty ? ({ ...entry, count: '0' } satisfies SealEntry) : entry;
  });
  return lines.toSpliced(1, 0, ...stops);
}

describe('a stop of betting', () => {
  test('is honest where no stopped period has bets, and all of them are drawn', () => {
    expect(codes(withStops([stopFrom(opens[1])], [1, 2, 3]))).toEqual([]);
    expect(codes(withStops([stopFrom(opens[1], { what: 'betting' })], [1, 2, 3]))).toEqual([]);
    expect(codes(withStops([stopFrom(opens[1], { until: String(opens[2]) })], [1]))).toEqual([]);
  });

  test('with bets in a stopped period is a breach', () => {
    const found = audit(withStops([stopFrom(opens[1])], [1, 3])).findings;
    expect(found).toEqual([{ seq: 6, drawId: drawAt(2).drawId, code: 'bets-in-stop' }]);
    expect(codes(withStops([stopFrom(opens[1], { what: 'betting' })], [1, 3]))).toEqual(['bets-in-stop']);
  });

  test('does not excuse a period that is skipped', () => {
    const skipped = withStops([stopFrom(opens[1])], [1, 2, 3]).toSpliced(4, 2);
    expect(codes(skipped)).toEqual(['period-missing']);
    const ended = withStops([stopFrom(opens[1])], [1, 2, 3]).slice(0, -2);
    expect(audit(ended, undefined, NOW_MS + 31_000).overdue).toContain(drawAt(3).drawId);
  });

  test('that comes after a result of its own time is a breach', () => {
    const late = (from: number) => codes(honest().toSpliced(3, 0, stopFrom(from, { until: String(from) })));
    const { draws } = drawAt(0);
    expect(late(draws)).toEqual(['stop-too-late']);
    expect(late(draws + 1)).toEqual([]);
  });

  test('is ended by a later entry, and by nothing else', () => {
    const end = (from: number) => stopFrom(from, { reason: 'lifted', until: String(from) });
    expect(codes(withStops([stopFrom(opens[1]), end(opens[2])], [1]))).toEqual([]);
    expect(codes(withStops([stopFrom(opens[1]), end(opens[3])], [1]))).toEqual(['bets-in-stop']);
    const other = { ...end(opens[2]), what: 'betting' };
    expect(codes(withStops([stopFrom(opens[1]), other], [1]))).toEqual(['bets-in-stop', 'bets-in-stop']);
  });

  test('names a table of the book, which may have been read before', () => {
    const foreign = stopFrom(opens[1], { what: 'table/dice-30' });
    expect(codes(withStops([foreign]))).toEqual(['no-table']);
    const rest = withStops([foreign]).slice(1);
    expect(audit(rest, { from: 1, tables: [table] }).findings).toEqual([]);
  });
});

describe('a stop under a table with witnesses', () => {
  const witnessed = { ...table, witnesses: ['a', 'b', 'c'], quorum: '2' };
  const book: Entry[] = [witnessed, stopFrom(opens[1], { until: String(opens[2]) })];
  const seen = (at: number | null, answered: boolean) =>
    audit(book, { seenAt: (seq) => (seq === 0 ? opens[0] - 5 : at), answered: () => answered }, opens[1] * 1000);

  test('was seen before it holds', () => {
    expect(seen(opens[1] - 1, true)).toMatchObject({ findings: [], unproven: [] });
    expect(seen(opens[1], true).findings).toMatchObject([{ seq: 1, code: 'stop-too-late' }]);
    expect(seen(null, true).findings).toMatchObject([{ seq: 1, code: 'stop-too-late' }]);
  });

  test('is judged by the table in force when it begins, not by one that is only announced', () => {
    const later = (quorum: string): TableEntry => ({
      ...witnessed,
      ...(quorum === '0' ? { witnesses: [], quorum } : { witnesses: ['d', 'e', 'f'], quorum }),
      first_period: String(Number(table.first_period) + 500),
    });
    const judged = (announced: TableEntry, at: (one: TableEntry) => number | null) =>
      audit(
        [witnessed, announced, ...book.slice(1)],
        { seenAt: (seq, one) => (seq < 2 ? opens[0] - 5 : at(one)), answered: () => true },
        opens[1] * 1000,
      ).findings.map(({ code }) => code);
    expect(judged(later('0'), () => opens[1])).toEqual(['stop-too-late']);
    expect(judged(later('2'), (one) => (one.witnesses.includes('a') ? opens[1] - 1 : null))).toEqual([]);
  });

  test('is unproven while a witness that might have seen it does not answer', () => {
    for (const at of [null, opens[1]]) {
      const result = seen(at, false);
      expect(result.findings).toEqual([]);
      expect(result.unproven).toEqual([`stop/table/${table.key}/${opens[1]}`]);
    }
  });
});

describe('the list of stops', () => {
  const all = (from: number, until: number) => ({ what: 'betting', from: String(from), until: String(until) });

  test('applies to periods that open in the stop, its end excluded', () => {
    const stops = new StopList();
    stops.add(all(100, 200));
    expect([99, 100, 199, 200].map((at) => stops.isStopped('dice-60', at))).toEqual([false, true, true, false]);
  });

  test('holds the last entry whose time has come', () => {
    const stops = new StopList();
    stops.add(all(100, 0));
    stops.add(all(150, 160));
    expect([100, 149, 150, 159, 160].map((at) => stops.isStopped('x', at))).toEqual([true, true, true, true, false]);
    stops.add(all(100, 100));
    expect([100, 155].map((at) => stops.isStopped('x', at))).toEqual([false, false]);
  });
});

test('a seal that is repeated in a stop is found each time', () => {
  const lines = withStops([stopFrom(opens[1])], [2, 3]);
  expect(codes(lines.toSpliced(5, 0, sealOf(1), drawnOf(0)))).toEqual(['bets-in-stop', 'bets-in-stop', 'drawn-twice']);
});

describe('many stops', () => {
  const DAY = 86_400;
  const times = (from: number) => ({ what: 'betting', from: String(from), until: '0' });

  test('for later never push out the one in force', () => {
    const stops = new StopList();
    expect(stops.add({ ...times(1000), until: '5000000' }, 500)).toBe(true);
    const kept = Array.from({ length: 1500 }, (_, place) => stops.add(times(6_000_000 + place), 500));
    expect(stops.isStopped('dice-60', 2000)).toBe(true);
    expect(stops.isStopped('dice-60', 5_500_000)).toBe(false);
    expect(kept.filter(Boolean)).toHaveLength(999);
    const again = new StopList();
    again.restore(stops.state());
    expect(again.isStopped('dice-60', 2000)).toBe(true);
  });

  test('leave what they stop later unproven', () => {
    const later = Array.from({ length: 1001 }, (_, place) => stopFrom(opens[3] + 86_400 + place, { what: 'betting' }));
    const { unproven, findings } = audit(withStops(later));
    expect(findings).toEqual([]);
    expect(unproven).toEqual([`stop/betting/${opens[3] + 86_400 + 1000}`]);
  });

  test('over the years are all kept while a period of theirs may still be sealed', () => {
    const stops = new StopList();
    for (let day = 10; day < 3000; day++) {
      const until = String(day * DAY + 60);
      expect(stops.add({ ...times(day * DAY), until }, day * DAY - 1), `${day}`).toBe(true);
      expect(stops.isStopped('dice-60', (day - 3) * DAY + 59)).toBe(day > 12);
    }
    expect(stops.state().length).toBeLessThan(10);
  });
});

test('a book read from its middle knows the stops before it', () => {
  const stop = stopFrom(opens[1]);
  const rest = withStops([stop], [1, 3]).slice(2);
  const from = { from: 2, tables: [table] };
  expect(codes(rest, from)).toEqual([]);
  expect(codes(rest, { ...from, stops: [stop] })).toEqual(['bets-in-stop']);
});
