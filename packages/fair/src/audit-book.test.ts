import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { beaconSignature, drawOf, LOG, ORIGIN, signerOf, tableOf, textOf } from '../tests/book-kit.ts';
import { type AuditOptions, BookAuditor } from './audit-book.ts';
import { toHex } from './bytes.ts';
import { encodeEntry, noticeMessage } from './entries.ts';
import type { DrawEntry, Entry, SealEntry } from './entry-types.ts';
import { NOTE_ED25519 } from './note.ts';

const FIRST = 29_743_210;
const table = tableOf({ witnesses: [], quorum: '0', first_period: String(FIRST) });
const draws = [0, 1, 2, 3].map((step) => drawOf(FIRST + step));

function sealOf(index: number): SealEntry {
  return { type: 'seal', draw_id: draws[index]?.drawId ?? '', root: `0${index}`.repeat(32), count: '3' };
}

function resultOf(index: number): DrawEntry {
  const draw = draws[index];
  if (draw === undefined) throw new Error('no such draw');
  const { drawId, round, signature, dice } = draw;
  return { type: 'draw', draw_id: drawId, round: String(round), signature, dice: textOf(dice) };
}

/** A table and four periods, each sealed and drawn in turn. */
function honest(): Entry[] {
  return [table, ...draws.flatMap((_draw, index) => [sealOf(index), resultOf(index)])];
}

function audit(entries: readonly (Entry | string)[], options: AuditOptions = { origin: ORIGIN }) {
  const auditor = new BookAuditor(options);
  for (const entry of entries) auditor.add(typeof entry === 'string' ? entry : encodeEntry(entry));
  return auditor.finish();
}

function codes(entries: readonly (Entry | string)[], options?: AuditOptions): string[] {
  return audit(entries, options).findings.map(({ code }) => code);
}

describe('a book as it should be', () => {
  test('has no findings', () => {
    expect(audit(honest())).toEqual({
      entries: 9,
      draws: 4,
      seals: 4,
      voids: 0,
      houseRun: 4,
      unwitnessed: 4,
      pending: [],
      findings: [],
    });
  });

  test('may be read from the middle, with the tables that ruled before', () => {
    const options = { origin: ORIGIN, from: 3, tables: [table] };
    expect(codes(honest().slice(3), options)).toEqual([]);
    // The seal of the first draw that is read may lie before what is read; those that follow may not.
    expect(codes(honest().slice(2), { ...options, from: 2 })).toEqual([]);
    expect(codes(honest().slice(2).toSpliced(3, 1), { ...options, from: 2 })).toContain('drawn-unsealed');
    expect(codes(honest().slice(3), { from: 3 })).toContain('no-table');
  });

  test('may have voids, and names what is still open', () => {
    const entries: Entry[] = [
      table,
      sealOf(0),
      resultOf(0),
      { type: 'void', draw_id: draws[1]?.drawId ?? '', reason: 'seal-late' },
      sealOf(2),
    ];
    expect(audit(entries)).toMatchObject({ findings: [], voids: 1, pending: [draws[2]?.drawId] });
  });
});

describe('what breaks the protocol is found', () => {
  test.each<[string, string, (entries: Entry[]) => (Entry | string)[]]>([
    ['a period left out', 'period-missing', (entries) => entries.toSpliced(3, 2)],
    ['the first period left out', 'period-missing', (entries) => entries.toSpliced(1, 2)],
    ['a second seal', 'two-seals', (entries) => entries.toSpliced(2, 0, { ...sealOf(0), count: '4' })],
    ['a draw without its seal', 'drawn-unsealed', (entries) => entries.toSpliced(7, 1)],
    ['a draw told twice', 'drawn-twice', (entries) => [...entries, resultOf(3)]],
    ['a wrong die', 'dice', (entries) => entries.with(2, { ...resultOf(0), dice: ['1', '1', '1'] })],
    ['another round', 'other-round', (entries) => entries.with(2, { ...resultOf(0), round: resultOf(1).round })],
    [
      'another round’s signature',
      'signature',
      (entries) => entries.with(2, { ...resultOf(0), signature: beaconSignature(7) }),
    ],
    ['bytes that are no entry', 'malformed', (entries) => [...entries, '{"type":"draw" }']],
    [
      'a void after the draw',
      'void-and-drawn',
      (entries) => [...entries, { type: 'void', draw_id: draws[3]?.drawId ?? '', reason: 'seal-late' }],
    ],
    [
      'odds that change while a period is open',
      'table-too-late',
      (entries) => [...entries, { ...table, first_period: String(FIRST + 1) }],
    ],
    ['a length that changes', 'period-length', (entries) => [...entries, { ...table, period_seconds: '30' }]],
    ['another house’s table', 'other-origin', (entries) => [...entries, { ...table, origin: 'other.example' }]],
    ['a draw of no table', 'no-table', (entries) => [...entries, { ...sealOf(0), draw_id: 'dice-30/1' }]],
  ])('%s', (_what, code, bend) => {
    expect(codes(bend(honest()))).toContain(code);
  });

  test('a seal put in after the result that it should have preceded', () => {
    // The next period's result stands before this period's seal: the seal is younger than its own result.
    const entries = [table, sealOf(0), resultOf(0), sealOf(2), resultOf(2), sealOf(1), resultOf(1)];
    expect(codes(entries)).toContain('seal-too-late');
  });

  test('one bad signature among many is named, and no other', () => {
    const found = audit(honest().with(4, { ...resultOf(1), signature: beaconSignature(9) })).findings;
    expect(found.filter(({ code }) => code === 'signature')).toEqual([
      { seq: 4, drawId: draws[1]?.drawId, code: 'signature' },
    ]);
  });
});

describe('with witnesses', () => {
  const witnessed = tableOf({ first_period: String(FIRST) });
  const entries = honest().with(0, witnessed);
  const lock = (index: number) => draws[index]?.tLock ?? 0;
  /** Seals stand at places 1, 3, 5, 7: seen two seconds after their lock, but for one. */
  const seenAt = (late: number, after: number) => (seq: number) => {
    const index = (seq - 1) / 2;
    return lock(index) + (index === late ? after : 2);
  };

  test('each seal was seen between its lock and three seconds before its round', () => {
    expect(audit(entries, { seenAt: seenAt(-1, 0) })).toMatchObject({ findings: [], unwitnessed: 0 });
    expect(codes(entries, { seenAt: seenAt(1, 9) })).toEqual([]);
    expect(codes(entries, { seenAt: seenAt(1, 10) })).toEqual(['seal-too-late']);
    expect(codes(entries, { seenAt: seenAt(1, -1) })).toEqual(['seal-too-late']);
    expect(audit(entries, { seenAt: () => null })).toMatchObject({ findings: [], unwitnessed: 4 });
  });

  test('a void over a seal that was seen in time is found, unless the draw went on', () => {
    const voided: Entry = { type: 'void', draw_id: draws[1]?.drawId ?? '', reason: 'seal-late' };
    const seal = (seq: number) => lock([1, 3].indexOf(seq)) + 2;
    const last = [witnessed, sealOf(0), resultOf(0), sealOf(1), voided];
    expect(codes(last, { seenAt: seal })).toEqual(['seal-in-time']);
    expect(codes([...last, resultOf(1)], { seenAt: seal })).toEqual([]);
  });
});

describe('notices and daily entries', () => {
  const next = signerOf(ORIGIN, 22, NOTE_ED25519);
  const noticeAt = (from: number, key = LOG.secretKey): Entry => {
    const fields = { type: 'notice-of-change', what: 'book-key', old_key: LOG.vkey, new_key: next.vkey } as const;
    const unsigned = { ...fields, from: String(from) };
    return { ...unsigned, signature: toHex(ed25519.sign(noticeMessage(unsigned), key)) };
  };
  const now = draws[3]?.draws ?? 0;

  test('a change of key is announced seven days ahead and signed by the old key', () => {
    expect(codes([...honest(), noticeAt(now + 7 * 86_400)])).toEqual([]);
    expect(codes([...honest(), noticeAt(now + 6 * 86_400)])).toEqual(['notice']);
    expect(codes([...honest(), noticeAt(now + 8 * 86_400, next.secretKey)])).toEqual(['notice']);
  });

  test('each day has its debts once', () => {
    const owed = (date: string): Entry => {
      return { type: 'liabilities', date, epoch: '1', root: '00'.repeat(32), total: '0', leaves: '1', turnover: [] };
    };
    expect(codes([owed('2026-02-27'), owed('2026-02-28'), owed('2026-03-01')])).toEqual([]);
    expect(codes([owed('2026-02-27'), owed('2026-03-01')])).toEqual(['liabilities-missing']);
    expect(codes([owed('2026-02-27'), owed('2026-02-27')])).toEqual(['liabilities-twice']);
  });
});
