import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import {
  audit,
  codes,
  drawAt,
  drawnOf,
  draws,
  FIRST,
  honest,
  NOW_MS,
  sealOf,
  table,
  voidOf,
} from '../tests/audit-kit.ts';
import { beaconSignature, LOG, ORIGIN, signerOf, tableOf } from '../tests/book-kit.ts';
import { auditVerdict, timeGapsOfAudit } from './book-audit.ts';
import { toHex } from './bytes.ts';
import { noticeMessage } from './entries.ts';
import type { Entry } from './entry-types.ts';
import { NOTE_ED25519 } from './note.ts';

describe('a book as it should be', () => {
  test('has no findings', () => {
    const found = audit(honest());
    expect(found).toEqual({
      entries: 9,
      draws: 4,
      seals: 4,
      voids: 0,
      houseRun: 4,
      unwitnessed: 4,
      fewWitnessed: 0,
      unproven: [],
      unprovenCount: 0,
      pending: [],
      overdue: [],
      findings: [],
    });
    expect(auditVerdict(found, [])).toBe('time-not-proven');
    expect(timeGapsOfAudit(found)).toEqual(['no-witnesses', 'house-run-beacon']);
    expect(auditVerdict(found, ['not-pinned'])).toBe('incomplete');
  });

  test('may have voids, and names what is not due yet', () => {
    const entries: Entry[] = [table, sealOf(0), drawnOf(0), voidOf(1), sealOf(2)];
    const nowMs = drawAt(2).draws * 1000 + 59_000;
    expect(audit(entries, {}, nowMs)).toMatchObject({
      findings: [],
      voids: 1,
      pending: [draws[2]?.drawId],
      overdue: [],
    });
  });

  test('proves nothing while it has no draw', () => {
    expect(auditVerdict(audit([table], {}, drawAt(0).tLock * 1000), [])).toBe('pending');
    expect(auditVerdict(audit([], {}, NOW_MS), [])).toBe('pending');
  });
});

describe('what is due and not in the book is overdue', () => {
  const lockMs = drawAt(1).tLock * 1000;
  const drawsMs = drawAt(1).draws * 1000;
  const sofar = [table, sealOf(0), drawnOf(0)];

  test('a seal a minute after the lock', () => {
    expect(audit(sofar, {}, lockMs + 59_999).overdue).toEqual([]);
    const late = audit(sofar, {}, lockMs + 60_000);
    expect(late.overdue).toEqual([drawAt(1).drawId]);
    expect(auditVerdict(late, [])).toBe('overdue');
    expect(audit([table], {}, drawAt(0).tLock * 1000 + 60_000).overdue).toEqual([drawAt(0).drawId]);
  });

  test('a draw a minute after its round', () => {
    const sealed = [...sofar, sealOf(1)];
    expect(audit(sealed, {}, drawsMs + 59_999).overdue).toEqual([]);
    expect(audit(sealed, {}, drawsMs + 60_000).overdue).toEqual([drawAt(1).drawId]);
    expect(audit([...sofar, voidOf(1)], {}, drawsMs + 60_000).overdue).not.toContain(drawAt(1).drawId);
  });

  test('what the house owes, an hour after midnight', () => {
    const midnight = Math.ceil(drawAt(3).draws / 86_400) * 86_400_000;
    const date = new Date(midnight).toISOString().slice(0, 10);
    const owed: Entry = {
      type: 'liabilities',
      date,
      epoch: '1',
      root: '00'.repeat(32),
      total: '0',
      leaves: '1',
      turnover: [],
    };
    expect(audit(honest(), {}, midnight + 3_599_000).overdue).not.toContain(`liabilities/${date}`);
    expect(audit(honest(), {}, midnight + 3_600_000).overdue).toContain(`liabilities/${date}`);
    const shown = audit([...honest(), owed], {}, midnight + 3_600_000).overdue;
    expect(shown.filter((one) => one.startsWith('liabilities'))).toEqual([]);
    const next = audit([...honest(), owed], {}, midnight + 86_400_000 + 3_600_000).overdue;
    expect(next.some((one) => one.startsWith('liabilities'))).toBe(true);
  });

  test('also a draw that is long past', () => {
    const far = { ...sealOf(1), draw_id: `dice-60/${FIRST + 30_000}` };
    const found = audit([table, sealOf(0), far], {}, NOW_MS);
    expect(found.overdue).toContain(drawAt(0).drawId);
    expect(found.findings.map(({ code }) => code)).toEqual(['period-missing']);
    // A jump over an astronomical number of periods takes no longer.
    const absurd = { ...sealOf(1), draw_id: `dice-60/${2 ** 46}` };
    expect(audit([table, sealOf(0), absurd], {}, NOW_MS).overdue).toContain(drawAt(0).drawId);
  });
});

describe('what breaks the protocol is found', () => {
  test.each<[string, string, (entries: Entry[]) => (Entry | string)[]]>([
    ['a period left out', 'period-missing', (entries) => entries.toSpliced(3, 2)],
    ['the first period left out', 'period-missing', (entries) => entries.toSpliced(1, 2)],
    ['a second seal', 'two-seals', (entries) => entries.toSpliced(2, 0, { ...sealOf(0), count: '4' })],
    ['a draw without its seal', 'drawn-unsealed', (entries) => entries.toSpliced(7, 1)],
    ['a draw told twice', 'drawn-twice', (entries) => [...entries, drawnOf(3)]],
    ['a wrong die', 'dice', (entries) => entries.with(2, { ...drawnOf(0), dice: ['1', '1', '1'] })],
    ['another round', 'other-round', (entries) => entries.with(2, { ...drawnOf(0), round: drawnOf(1).round })],
    [
      'another round’s signature',
      'signature',
      (entries) => entries.with(2, { ...drawnOf(0), signature: beaconSignature(7) }),
    ],
    ['bytes that are no entry', 'malformed', (entries) => [...entries, '{"type":"draw" }']],
    ['a void after the draw', 'void-and-drawn', (entries) => [...entries, voidOf(3)]],
    ['a draw after the void', 'void-and-drawn', (entries) => entries.toSpliced(2, 0, voidOf(0))],
    ['a void told twice', 'two-fates', (entries) => [...entries.slice(0, 7), voidOf(3), voidOf(3)]],
    [
      'odds that change while a period is open',
      'table-too-late',
      (entries) => [...entries, { ...table, first_period: String(FIRST + 1) }],
    ],
    ['tables out of order', 'table-order', (entries) => [entries[0] ?? '', ...entries]],
    ['a length that changes', 'period-length', (entries) => [...entries, { ...table, period_seconds: '30' }]],
    ['another house’s table', 'other-origin', (entries) => [...entries, { ...table, origin: 'other.example' }]],
    ['a draw of no table', 'no-table', (entries) => [...entries, { ...sealOf(0), draw_id: 'dice-30/1' }]],
    ['a period before the first table', 'no-table', (entries) => [...entries, { ...sealOf(0), draw_id: 'dice-60/1' }]],
    [
      'a seal under another table',
      'other-table',
      (entries) => entries.with(1, { ...sealOf(0), table: '00'.repeat(32) }),
    ],
    ['a void under another table', 'other-table', () => [table, { ...voidOf(0), table: '00'.repeat(32) }]],
  ])('%s', (_what, code, bend) => {
    expect(codes(bend(honest()))).toContain(code);
    expect(auditVerdict(audit(bend(honest())), ['not-pinned'])).toBe('breach');
  });

  test('a seal put in after the result that it should have preceded', () => {
    // The next period's result precedes this period's seal, so the seal is younger than its own result.
    const entries: Entry[] = [table, sealOf(0), drawnOf(0), sealOf(2), drawnOf(2), sealOf(1), drawnOf(1)];
    expect(codes(entries)).toContain('seal-too-late');
    // Void, as required.
    expect(codes(entries.with(6, voidOf(1)))).toEqual(['period-missing']);
  });

  test('one bad signature among many is named, and no other', () => {
    const { findings } = audit(honest().with(4, { ...drawnOf(1), signature: beaconSignature(9) }));
    expect(findings.filter(({ code }) => code === 'signature')).toEqual([
      { seq: 4, drawId: draws[1]?.drawId, code: 'signature' },
    ]);
  });
});

describe('with witnesses', () => {
  const witnessed = tableOf({ first_period: String(FIRST) });
  const entries = honest(witnessed);
  const lock = (index: number) => drawAt(index).tLock;
  const all = { answered: () => true };
  const tableAt = lock(0) - 120;
  /** Seals are at the indexes 1, 3, 5, 7. Witnesses saw each two seconds after its lock, except one. */
  const seenAt = (late: number, after: number | null) => (seq: number) => {
    if (seq === 0) return tableAt;
    const index = (seq - 1) / 2;
    if (index === late) return after === null ? null : lock(index) + after;
    return lock(index) + 2;
  };

  test('each seal was seen between its lock and three seconds before its round', () => {
    const found = audit(entries, { seenAt: seenAt(-1, 0) });
    expect(found).toMatchObject({ findings: [], unwitnessed: 0, unprovenCount: 0 });
    expect(timeGapsOfAudit(found)).toEqual(['house-run-beacon']);
    expect(codes(entries, { seenAt: seenAt(1, 0), ...all })).toEqual([]);
    expect(codes(entries, { seenAt: seenAt(1, 9), ...all })).toEqual([]);
    expect(codes(entries, { seenAt: seenAt(1, 10), ...all })).toEqual(['seal-too-late']);
    expect(codes(entries, { seenAt: seenAt(1, -1), ...all })).toEqual(['seal-too-late']);
    expect(codes(entries, { seenAt: seenAt(1, null), ...all })).toEqual(['seal-too-late']);
  });

  test.each([10, -1, null])('a time that a silent witness might still show is missing, not late (%s)', (after) => {
    const found = audit(entries, { seenAt: seenAt(1, after) });
    expect(found).toMatchObject({ findings: [], unproven: [drawAt(1).drawId], unprovenCount: 1 });
    expect(auditVerdict(found, [])).toBe('incomplete');
  });

  test('nothing is proven if no witness was queried', () => {
    expect(audit(entries, {}).unprovenCount).toBe(5);
    expect(auditVerdict(audit(entries, {}), [])).toBe('incomplete');
  });

  test('a table was seen before it opened', () => {
    const tableSeen = (at: number | null) => (seq: number) => (seq === 0 ? at : seenAt(-1, 0)(seq));
    const opens = lock(0) - 60;
    expect(codes(entries, { seenAt: tableSeen(opens - 1), ...all })).toEqual([]);
    expect(codes(entries, { seenAt: tableSeen(opens), ...all })).toEqual(['table-too-late']);
    expect(codes(entries, { seenAt: tableSeen(null), ...all })).toEqual(['table-too-late']);
    expect(audit(entries, { seenAt: tableSeen(null) }).unproven).toEqual([`table/dice-60/${FIRST}`]);
  });

  test('a void over a seal that was seen in time is found, unless the draw went on', () => {
    const seen = (at: number | null) => (seq: number) => (seq === 0 ? tableAt : seq === 3 ? at : lock(0) + 2);
    const last = [witnessed, sealOf(0, witnessed), drawnOf(0), sealOf(1, witnessed), voidOf(1, witnessed)];
    const inTime = lock(1) + 2;
    const due = (drawAt(1).draws + 600) * 1000;
    // The house has ten minutes from the round to override the void with a draw.
    const [early, late] = [due - 1000, due].map((at) => audit(last, { seenAt: seen(inTime) }, at).findings);
    expect([early, late?.map(({ code }) => code)]).toEqual([[], ['seal-in-time']]);
    expect(codes([...last, drawnOf(1)], { seenAt: seen(inTime) })).toEqual([]);
    // No witness time for the seal: neither the void nor the draw after it is proven.
    expect(audit(last, { seenAt: seen(null) })).toMatchObject({ findings: [], unproven: [drawAt(1).drawId] });
    expect(audit([...last, drawnOf(1)], { seenAt: seen(null) }).unproven).toEqual([drawAt(1).drawId]);
    expect(codes([...last, drawnOf(1)], { seenAt: seen(null), ...all })).toEqual(['seal-too-late']);
    expect(audit(last, { seenAt: seen(null), ...all })).toMatchObject({ findings: [], unprovenCount: 0 });
  });

  test('fewer than three prove no time', () => {
    const few = tableOf({ first_period: String(FIRST), witnesses: witnessed.witnesses.slice(0, 2), quorum: '2' });
    const found = audit(honest(few), { seenAt: seenAt(-1, 0), ...all });
    expect(found).toMatchObject({ findings: [], unprovenCount: 0, fewWitnessed: 4 });
    expect(timeGapsOfAudit(found)).toEqual(['few-witnesses', 'house-run-beacon']);
  });
});

describe('notices and daily entries', () => {
  const next = signerOf(ORIGIN, 22, NOTE_ED25519);
  const noticeAt = (from: number, key = LOG.secretKey): Entry => {
    const fields = { type: 'notice-of-change', what: 'book-key', old_key: LOG.vkey, new_key: next.vkey } as const;
    const unsigned = { ...fields, from: String(from) };
    return { ...unsigned, signature: toHex(ed25519.sign(noticeMessage(unsigned), key)) };
  };
  const now = drawAt(3).draws;

  test('a change of key is announced seven days ahead and signed by a key of the book', () => {
    expect(codes([...honest(), noticeAt(now + 7 * 86_400)])).toEqual([]);
    expect(codes([...honest(), noticeAt(now + 7 * 86_400 - 1)])).toEqual(['notice']);
    expect(codes([...honest(), noticeAt(now + 8 * 86_400, next.secretKey)])).toEqual(['notice']);
    const good = noticeAt(now + 8 * 86_400);
    expect(codes([...honest(), good], { logKeys: [LOG.vkey] })).toEqual([]);
    expect(codes([...honest(), good], { logKeys: [next.vkey] })).toEqual(['notice']);
  });

  test('each day has its debts once', () => {
    const owed = (date: string): Entry => {
      return { type: 'liabilities', date, epoch: '1', root: '00'.repeat(32), total: '0', leaves: '1', turnover: [] };
    };
    expect(codes([owed('2026-02-27'), owed('2026-02-28'), owed('2026-03-01')])).toEqual([]);
    expect(codes([owed('2026-02-27'), owed('2026-03-01')])).toEqual(['liabilities-missing']);
    expect(codes([owed('2026-02-27'), owed('2026-02-27')])).toEqual(['liabilities-twice']);
    expect(codes([owed('2026-02-28'), owed('2026-02-27')])).toEqual(['liabilities-twice']);
  });
});
