import { describe, expect, test } from 'vitest';
import { drawAt, drawnOf, honest, NOW_MS, sealOf, table, voidOf } from '../tests/audit-kit.ts';
import { ORIGIN } from '../tests/book-kit.ts';
import { BookAuditor } from './audit-book.ts';
import type { BookAudit } from './book-audit.ts';
import { encodeEntry } from './entries.ts';
import type { Entry } from './entry-types.ts';

type SeenAt = (seq: number) => number | null;
/** A house may draw over its own void for ten minutes. */
const LATER_MS = NOW_MS + 600_000;

/** Audits entries, with a new audit that continues from the state after each of them. */
function interrupted(entries: readonly Entry[], seenAt: SeenAt = () => null, nowMs = NOW_MS) {
  const terms = { origin: ORIGIN, seenAt, answered: () => true };
  const findings: BookAudit['findings'] = [];
  let auditor = new BookAuditor(terms);
  for (const entry of entries) {
    auditor.add(encodeEntry(entry));
    findings.push(...auditor.finish(0).findings);
    const state = JSON.parse(JSON.stringify(auditor.state()));
    auditor = new BookAuditor({ ...terms, state });
  }
  const last = auditor.finish(nowMs);
  return { ...last, findings: [...findings, ...last.findings] };
}

function whole(entries: readonly Entry[], seenAt: SeenAt = () => null, nowMs = NOW_MS) {
  const auditor = new BookAuditor({ origin: ORIGIN, seenAt, answered: () => true });
  for (const entry of entries) auditor.add(encodeEntry(entry));
  return auditor.finish(nowMs);
}

const witnessed = { ...table, witnesses: ['witness.example/w+00000000+AAAA'], quorum: '1' };
const [first, ...rest] = honest();
const stop: Entry = {
  ...({ type: 'stop', what: 'betting', reason: 'maintenance', authority: '', reference: '', until: '0' } as const),
  from: String(drawAt(1).tLock - 60),
};
const cases: [string, Entry[]][] = [
  ['an honest book', honest()],
  ['a draw that is made twice', [...honest(), drawnOf(1)]],
  ['a draw that is sealed twice', [...honest(), { ...sealOf(1), count: '4' }]],
  ['a void after a draw', [...honest(), voidOf(2)]],
  ['two voids', [table, sealOf(0), voidOf(0), voidOf(0)]],
  ['a period that is left out', [table, sealOf(0), drawnOf(0), sealOf(2), drawnOf(2)]],
  ['a draw that is not there yet', [table, sealOf(0)]],
  ['bets in a stop', [first as Entry, stop, ...rest]],
  ['a stop that comes too late', [...honest(), stop]],
  ['another table', [first as Entry, sealOf(0, { ...table, stake_min: '1' }), ...rest.slice(1)]],
];

describe('an audit that is continued from its state', () => {
  test.each(cases)('finds the same in %s', (_what, entries) => {
    const [a, b] = [interrupted(entries), whole(entries)];
    expect(a.findings).toEqual(b.findings);
    expect([a.pending, a.overdue]).toEqual([b.pending, b.overdue]);
  });

  test('remembers what witnesses saw of a seal, and reports a void over it once', () => {
    const seen = (seq: number) => (seq === 0 ? 1 : drawAt(0).tLock + 1);
    const entries = [witnessed, sealOf(0, witnessed), voidOf(0, witnessed)];
    expect(whole(entries, seen, LATER_MS).findings.map(({ code }) => code)).toEqual(['seal-in-time']);
    expect(interrupted(entries, seen, LATER_MS).findings.filter(({ code }) => code === 'seal-in-time')).toHaveLength(1);
    const auditor = new BookAuditor({ seenAt: seen, answered: () => true });
    for (const entry of entries) auditor.add(encodeEntry(entry));
    auditor.finish(LATER_MS);
    expect(auditor.finish(LATER_MS).findings.map(({ code }) => code)).toEqual(['seal-in-time']);
    auditor.forgetFindings();
    expect(auditor.finish(LATER_MS).findings).toEqual([]);
  });

  test('knows its tables, and is judged by the newest terms', () => {
    const auditor = new BookAuditor({ origin: ORIGIN });
    auditor.add(encodeEntry(table));
    expect(auditor.tables()).toEqual([table]);
    auditor.judgeBy({ origin: 'other.example/book' });
    auditor.add(encodeEntry({ ...table, first_period: String(Number(table.first_period) + 1) }));
    expect(auditor.finish(NOW_MS).findings.map(({ code }) => code)).toContain('other-origin');
  });
});
