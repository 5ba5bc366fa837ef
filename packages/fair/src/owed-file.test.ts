import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOG, ORIGIN, OTHER_LOG, TestBook, WITNESSES } from '../tests/book-kit.ts';
import vectors from '../vectors/sum-tree.json' with { type: 'json' };
import { encodeEntry, entryHash } from './entries.ts';
import type { OwedClaim } from './owed.ts';
import { OWED_FORMAT, type OwedFile, type OwedKnown, verifyOwedFile } from './owed-file.ts';

const base = (vectors.owed as OwedClaim[]).find(({ userName }) => userName === vectors.cheats.of) as OwedClaim;

describe('a member’s file', () => {
  const body = encodeEntry({
    type: 'liabilities',
    date: base.date,
    epoch: '7',
    root: base.root,
    total: base.total,
    leaves: String(base.leaves),
    turnover: [],
  });
  const entry = { seq: 9, type: 'liabilities', hash: entryHash(body), body, atMs: 0 };
  const book = new TestBook();
  book.append({ type: 'audit-head', size: '1', head: '00'.repeat(32), at: '1' });
  const index = book.bodies.push(body) - 1;
  const { proof } = book.place(index);
  const checkpointBy = (count: number, log = LOG) =>
    book.copy(log).checkpoint(
      1,
      WITNESSES.slice(0, count).map((witness) => ({ witness, at: 1 })),
    ).note;
  const inBook = { index, proof, checkpoint: checkpointBy(2) };
  const file: OwedFile = { format: OWED_FORMAT, ...base, entry, inBook };
  const policy = { witnesses: WITNESSES.map(({ vkey }) => vkey), quorum: 2 };
  const known: OwedKnown = {
    userName: base.userName,
    owedMinor: base.owedMinor,
    entryHash: entry.hash,
    origin: ORIGIN,
    logKeys: [LOG.vkey],
    policy,
  };

  function reasons(given: unknown, more: OwedKnown = {}) {
    const { verdict, steps } = verifyOwedFile(given, { ...known, ...more });
    return [verdict, ...steps.flatMap(({ reason }) => reason ?? [])];
  }

  test('as it should be', () => {
    expect(reasons(file)).toEqual(['verified']);
    expect(reasons(JSON.parse(JSON.stringify(file)), { owedMinor: undefined })).toEqual(['incomplete', 'not-compared']);
    expect(reasons(file, { userName: undefined })).toEqual(['incomplete', 'not-compared']);
    expect(verifyOwedFile(file, { ...known, owedMinor: undefined }).missing).toEqual([
      { step: 'own', reason: 'not-compared', from: 'reader' },
    ]);
  });

  test('counts only with its place in a book whose key is pinned', () => {
    expect(reasons(file, { logKeys: undefined })).toEqual(['incomplete', 'not-pinned']);
    expect(reasons(file, { logKeys: [] })).toEqual(['incomplete', 'not-pinned']);
    expect(reasons(file, { logKeys: [OTHER_LOG.vkey] })).toEqual(['breach', 'checkpoint-key']);
    expect(reasons(file, { origin: 'other.example' })).toEqual(['breach', 'other-origin']);
    const { inBook: _, ...unplaced } = file;
    for (const place of [
      undefined,
      null,
      {},
      { ...inBook, proof: [] },
      { ...inBook, proof: null },
      { ...inBook, index: null },
      { ...inBook, checkpoint: '' },
    ]) {
      expect(reasons({ ...unplaced, inBook: place })).toEqual(['incomplete', 'no-place']);
    }
    expect(reasons({ ...file, inBook: { ...inBook, index: 0 } })).toEqual(['breach', 'not-in-book']);
    expect(reasons({ ...file, inBook: { ...inBook, proof: ['zz'] } })).toEqual(['breach', 'not-in-book']);
  });

  test('is shown to everybody alike only where three witnesses saw it', () => {
    expect(reasons({ ...file, inBook: { ...inBook, checkpoint: checkpointBy(1) } })).toEqual([
      'incomplete',
      'not-witnessed',
    ]);
    const gaps = (witnesses: number, quorum: number) => {
      const given = { witnesses: policy.witnesses.slice(0, witnesses), quorum };
      const { verdict, timeGaps } = verifyOwedFile(file, { ...known, policy: given });
      return [verdict, ...timeGaps];
    };
    expect(gaps(3, 2)).toEqual(['verified']);
    expect(gaps(2, 2)).toEqual(['time-not-proven', 'few-witnesses']);
    expect(gaps(0, 0)).toEqual(['time-not-proven', 'no-witnesses']);
    expect(verifyOwedFile(file, { ...known, policy: undefined })).toMatchObject({
      verdict: 'incomplete',
      missing: [{ step: 'place', reason: 'no-policy', from: 'house' }],
    });
  });

  test('without its entry is pending until one o’clock, then incomplete', () => {
    const due = Date.parse(`${base.date}T01:00:00Z`);
    const { inBook: _, ...unplaced } = file;
    for (const early of [{ ...unplaced, entry: null }, unplaced]) {
      expect(reasons(early, { nowMs: due - 1 })[0]).toBe('pending');
      expect(reasons(early, { nowMs: due })[0]).toBe('incomplete');
      expect(reasons(early)[0]).toBe('incomplete');
    }
    expect(reasons({ ...unplaced, entry: null })).toEqual(['incomplete', 'no-entry', 'blocked']);
    expect(reasons({ ...file, entry: { ...entry, hash: '' } })).toEqual(['incomplete', 'no-entry']);
    expect(reasons({ ...file, entry: { ...entry, body: '' } })).toEqual(['incomplete', 'no-entry', 'blocked']);
    expect(reasons(unplaced, { nowMs: due - 1, owedMinor: undefined })[0]).toBe('incomplete');
  });

  test('of somebody else, of another day, of another balance', () => {
    expect(reasons(file, { userName: 'noor' })).toEqual(['breach', 'other-name']);
    expect(reasons(file, { date: '2026-11-22' })).toEqual(['breach', 'other-date']);
    expect(reasons(file, { date: base.date })).toEqual(['verified']);
    expect(reasons(file, { owedMinor: '100258' })).toEqual(['breach', 'other-balance']);
  });

  test('whose entry says something else, or is not the one in the book', () => {
    const other = (fields: object) => {
      const text = encodeEntry({ ...JSON.parse(body), ...fields });
      return { ...file, entry: { ...entry, body: text, hash: entryHash(text) } };
    };
    const unknown = { entryHash: undefined };
    const fields = [{ date: '2026-11-22' }, { root: '00'.repeat(32) }, { total: '1' }, { leaves: '64' }];
    for (const field of fields) {
      expect(reasons(other(field), unknown)).toEqual(['breach', 'other-entry', 'not-in-book']);
    }
    expect(reasons(other({ epoch: '8' }))).toEqual(['breach', 'entry-hash', 'not-in-book']);
    expect(reasons(other({ epoch: '8' }), unknown)).toEqual(['breach', 'not-in-book']);
    expect(reasons({ ...file, entry: { ...entry, hash: '00'.repeat(32) } })).toEqual(['breach', 'entry-hash']);
    const { steps } = verifyOwedFile(other({ epoch: '8' }), known);
    expect(steps.find(({ id }) => id === 'entry')).toMatchObject({ state: 'refuted', reason: 'entry-hash' });
    expect(reasons({ ...file, entry: { ...entry, body: '{}' } })).toEqual(['breach', 'bad-entry', 'not-in-book']);
  });

  test('with a split that was swapped or taken out of the tree', () => {
    const [first, ...rest] = base.splits;
    expect(reasons({ ...file, splits: rest })).toEqual(['breach', 'split-count']);
    expect(reasons({ ...file, splits: [{ ...first, amountMinor: '0' }, ...rest], owedMinor: '100007' })).toEqual([
      ...['breach', 'other-balance', 'other-root'],
    ]);
  });

  test('shows what each step computed', () => {
    const { steps } = verifyOwedFile(file, known);
    const { date, userName, owedMinor, root, total } = base;
    expect(Object.fromEntries(steps.map(({ id, values }) => [id, values]))).toEqual({
      file: { date, userName, owedMinor },
      own: { owedMinor },
      splits: Object.fromEntries(base.splits.map(({ split, amountMinor }) => [split, amountMinor])),
      paths: { root, total },
      entry: { hash: entry.hash, date, root, total },
      place: { origin: ORIGIN, size: '2' },
    });
    const other = verifyOwedFile(file, { ...known, userName: 'noor', origin: 'other.example' }).steps;
    expect(other.find(({ id }) => id === 'own')?.values).toEqual({ owedMinor });
    expect(other.find(({ id }) => id === 'place')?.values).toEqual({ origin: ORIGIN, size: '2' });
  });

  test.each<[string, object, OwedKnown, object[]]>([
    ['the entry', { entry: null }, {}, [{ step: 'entry', reason: 'no-entry', from: 'house' }]],
    [
      'the hash of the entry',
      { entry: { ...entry, hash: null } },
      {},
      [{ step: 'entry', reason: 'no-entry', from: 'house' }],
    ],
    ['its place', { inBook: null }, {}, [{ step: 'place', reason: 'no-place', from: 'house' }]],
    ['a pinned key', {}, { logKeys: [] }, [{ step: 'place', reason: 'not-pinned', from: 'reader' }]],
    ['a policy', {}, { policy: undefined }, [{ step: 'place', reason: 'no-policy', from: 'house' }]],
    [
      'witnesses',
      { inBook: { ...inBook, checkpoint: checkpointBy(1) } },
      {},
      [{ step: 'place', reason: 'not-witnessed', from: 'witnesses' }],
    ],
    ['the own name', {}, { userName: undefined }, [{ step: 'own', reason: 'not-compared', from: 'reader' }]],
    [
      'the own balance and a pinned key',
      {},
      { owedMinor: undefined, logKeys: undefined },
      [
        { step: 'own', reason: 'not-compared', from: 'reader' },
        { step: 'place', reason: 'not-pinned', from: 'reader' },
      ],
    ],
  ])('without %s is incomplete, and names that alone', (_what, change, more, missing) => {
    const found = verifyOwedFile({ ...file, ...change }, { ...known, ...more });
    expect(found).toMatchObject({ verdict: 'incomplete', missing });
  });

  test('of a house without a policy has no proven time', () => {
    expect(verifyOwedFile(file, { ...known, policy: undefined }).timeGaps).toEqual(['no-witnesses']);
  });

  test('has a place of the proper shape', () => {
    expect(reasons({ ...file, inBook: { ...inBook, proof: 'x' } })).toEqual(['breach', 'bad-format']);
    expect(reasons({ ...file, inBook: { ...inBook, index: -1 } })).toEqual(['breach', 'not-in-book']);
  });

  test('lacks a part, which the house has to show', () => {
    const { date: _, ...undated } = file;
    const missing = [{ step: 'file', reason: 'no-part', from: 'house' }];
    for (const given of [undated, { ...file, date: null }, { ...file, splits: {} }, {}])
      expect(verifyOwedFile(given, known)).toMatchObject({ verdict: 'incomplete', missing });
    expect(verifyOwedFile(undated, { ...known, nowMs: 0 }).verdict).toBe('incomplete');
    expect(reasons({ ...undated, total: '01' })).toEqual(['breach', 'bad-format']);
    expect(reasons({ ...undated, entry: { body: 5 } })).toEqual(['breach', 'bad-format']);
  });

  test('lacks a part of a split, which hides no fault of another', () => {
    const [first, second, ...rest] = base.splits;
    const lacking = { ...first, path: undefined };
    expect(verifyOwedFile({ ...file, splits: [lacking, second, ...rest] }, known)).toMatchObject({
      verdict: 'incomplete',
      missing: [{ step: 'paths', reason: 'no-part', from: 'house' }],
    });
    const other = { ...second, amountMinor: '99' };
    expect(reasons({ ...file, splits: [lacking, other, ...rest] })).toEqual(['breach', 'other-sum', 'other-root']);
    expect(reasons({ ...file, splits: [{ ...first, path: 'x' }, second, ...rest] })).toEqual(['breach', 'path-length']);
    for (const node of [null, 5]) {
      const path = first?.path.with(0, node as never);
      expect(reasons({ ...file, splits: [{ ...first, path }, second, ...rest] })).toEqual(['breach', 'bad-sum']);
    }
  });

  test('that is none is answered, not thrown at', () => {
    for (const bad of [null, 7, 'x', [], { ...file, format: 'tercet/v2 owed' }, { ...file, splits: [null] }]) {
      expect(reasons(bad)).toEqual(['breach', 'bad-format']);
    }
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(file)), fc.anything(), (field, value) => {
        const { verdict } = verifyOwedFile({ ...file, [field]: value }, known);
        expect(verdict === 'verified').toBe(JSON.stringify({ ...file, [field]: value }) === JSON.stringify(file));
      }),
      { numRuns: 1_000 },
    );
  });
});
