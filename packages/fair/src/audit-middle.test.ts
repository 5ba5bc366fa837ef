import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { audit, codes, drawAt, drawnOf, draws, FIRST, honest, sealOf, table, voidOf } from '../tests/audit-kit.ts';
import { ORIGIN } from '../tests/book-kit.ts';
import { auditVerdict } from './book-audit.ts';
import { encodeEntry, entryHash } from './entries.ts';

describe('a book that is not read from its beginning', () => {
  test('needs the tables before', () => {
    const options = { origin: ORIGIN, from: 3, tables: [table] };
    expect(codes(honest().slice(3), options)).toEqual([]);
    // The seal of the first draw read may precede the entries read; later seals may not.
    const started = audit(honest().slice(2), { ...options, from: 2 });
    expect(started).toMatchObject({ findings: [], unproven: [draws[0]?.drawId], unprovenCount: 1 });
    expect(auditVerdict(started, [])).toBe('incomplete');
    expect(codes(honest().slice(2).toSpliced(3, 1), { ...options, from: 2 })).toContain('drawn-unsealed');
  });

  test('has all fates of a table that is read', () => {
    const newer = { ...table, first_period: String(FIRST + 2), build: '0.2.0' };
    const from = { origin: ORIGIN, from: 1, tables: [table] };
    const rest = [2, 3].flatMap((one) => [sealOf(one, newer), drawnOf(one)]);
    expect(codes([newer, ...rest], from)).toEqual([]);
    expect(codes([newer, ...rest.slice(1)], from)).toEqual(['drawn-unsealed', 'period-missing']);
    expect(codes([newer, ...rest.slice(2)], from)).toEqual(['period-missing']);
    expect(codes([newer, sealOf(1), drawnOf(1), ...rest], from)).toEqual([]);
    expect(audit([newer], from).overdue).toEqual([draws[2]?.drawId]);
    expect(audit([newer], from, drawAt(2).tLock * 1000).overdue).toEqual([]);
  });

  test('is not refuted by a void whose seal precedes what is read', () => {
    const read = [voidOf(0), drawnOf(1), sealOf(2), drawnOf(2), sealOf(3), drawnOf(3)];
    const later = audit(read, { origin: ORIGIN, from: 3, tables: [table] });
    expect(later).toMatchObject({ findings: [], unproven: [draws[1]?.drawId], overdue: [] });
    // A day later, the void of a long period is all that is read.
    expect(audit(read.slice(0, 1), { origin: ORIGIN, from: 3, tables: [table] }).overdue).toEqual([]);
    // Witnesses saw the seal in time after all, so the draw overrides the void.
    const witnessed = { ...table, witnesses: ['w'], quorum: '1' };
    const overridden = [voidOf(0, witnessed), sealOf(1, witnessed), drawnOf(0), drawnOf(1)];
    const from = { origin: ORIGIN, from: 2, tables: [witnessed] };
    expect(audit(overridden, from)).toMatchObject({ findings: [], unproven: [drawAt(0).drawId, drawAt(1).drawId] });
  });

  test('keeps the order of voids after a table that is read', () => {
    const newer = { ...table, first_period: String(FIRST + 1), build: '0.2.0' };
    const from = { origin: ORIGIN, from: 1, tables: [table] };
    expect(codes([newer, voidOf(0), voidOf(2, newer)], from)).toEqual(['period-missing']);
    expect(codes([newer, voidOf(1, newer), sealOf(3, newer)], from)).toEqual(['period-missing']);
    expect(codes([newer, voidOf(1, newer), drawnOf(1)], from)).toEqual(['drawn-unsealed', 'void-and-drawn']);
  });

  test('never passes with draws that have no seals, wherever reading starts', () => {
    fc.assert(
      fc.property(fc.subarray([0, 1, 2, 3], { minLength: 1 }), fc.nat({ max: 7 }), (unsealed, from) => {
        const entries = honest().filter((entry) => !unsealed.some((index) => isDeepStrictEqual(entry, sealOf(index))));
        const read = entries.slice(from);
        const tables = from === 0 ? [] : [table];
        const lacking = unsealed.some((index) => read.some((entry) => isDeepStrictEqual(entry, drawnOf(index))));
        const verdict = auditVerdict(audit(read, { origin: ORIGIN, from, tables }), []);
        if (lacking) expect(['breach', 'incomplete']).toContain(verdict);
      }),
    );
  });

  test('is incomplete without a table that is in force', () => {
    const newer = { ...table, first_period: String(FIRST + 2), build: '0.2.0' };
    const entries = [table, newer, ...[0, 1].flatMap((one) => [sealOf(one), drawnOf(one)])];
    entries.push(...[2, 3].flatMap((one) => [sealOf(one, newer), drawnOf(one)]));
    const from = { origin: ORIGIN, from: 2 };
    expect(auditVerdict(audit(entries), [])).toBe('time-not-proven');
    expect(auditVerdict(audit(entries.slice(2), { ...from, tables: [table, newer] }), [])).toBe('time-not-proven');
    const hidden = audit(entries.slice(2), { ...from, tables: [table] });
    expect(hidden).toMatchObject({ findings: [], unprovenCount: 2 });
    expect(hidden.unproven[0]).toBe(`table/${entryHash(encodeEntry(newer))}`);
    expect(auditVerdict(hidden, [])).toBe('incomplete');
    // A lottery without a known table is not refuted. The seal before the first draw was not read.
    const tableless = audit(entries.slice(3), { origin: ORIGIN, from: 3 });
    expect(tableless).toMatchObject({ findings: [], unprovenCount: entries.length - 3 });
    expect(auditVerdict(tableless, [])).toBe('incomplete');
  });
});
