import { describe, expect, test } from 'vitest';
import { beaconSignature, OTHER_LOG, textOf, two, WITNESSES } from '../tests/book-kit.ts';
import { bent, check } from '../tests/checking.ts';
import { resultOf, tableFor, witnessedStory } from '../tests/stories.ts';

describe('times', () => {
  test('a cosignature that is older than what its witness saw before is backdated', () => {
    const story = witnessedStory();
    const [first] = WITNESSES;
    if (first === undefined) throw new Error('no witness');
    // The same witness saw a smaller book ten minutes later.
    const smaller = story.book.checkpoint(0, [{ witness: first, at: story.draw.tLock + 600 }], story.from + 1);
    expect(check(story.slip, { witnessed: [smaller.note] })).toBe('witness: backdated-cosignature');
  });

  test('a checkpoint that holds a result cannot be older than the result', () => {
    const story = witnessedStory();
    // The house put the draw into the book and then had the seal "witnessed in time".
    const at = story.draw.tLock + 2;
    const inTime = story.book.checkpoint(at, two(at));
    expect(check(bent(story, { inTime, entries: story.book.bodies.slice(story.from) }))).toBe('witness: backdated');
    const book = story.book.copy();
    book.bodies.length = story.drawSeq;
    const later = story.draw.round + 100;
    const dice = textOf(story.draw.dice);
    book.append({ type: 'draw', draw_id: 'dice-30/1', round: String(later), signature: beaconSignature(later), dice });
    const foreign = book.checkpoint(at, two(at));
    expect(check(bent(story, { inTime: foreign, entries: book.bodies.slice(story.from), after: null }))).toBe(
      'witness: backdated',
    );
  });
});

test('a seal whose early cosignature was cut out is too late, until a witness shows that cosignature', () => {
  const story = witnessedStory();
  const { inTime } = story.evidence;
  const [first, second, third] = WITNESSES;
  if (!inTime || !first || !second || !third) throw new Error('no evidence');
  const size = Number(inTime.note.split('\n', 2)[1]);
  const early = story.draw.tLock + 3;
  const late = { witness: third, at: story.draw.draws };
  const full = story.book.checkpoint(
    early,
    [{ witness: first, at: early }, { witness: second, at: early }, late],
    size,
  );
  const cut = bent(story, { inTime: story.book.checkpoint(early, [{ witness: first, at: early }, late], size) });
  expect(check(bent(story, { inTime: full }))).toBe('time-not-proven');
  expect(check(cut)).toBe('witness: in-time-too-late');
  expect(check(cut, { witnessed: [full.note] })).toBe('time-not-proven');
});

describe('the table', () => {
  test('must have been in the book before its period', () => {
    const story = witnessedStory();
    const opens = story.draw.tLock - 60;
    const shown = (at: number) => ({
      checkpoint: story.book.checkpoint(at, two(at), 1),
      place: story.book.place(0, 1),
    });
    expect(check(bent(story, { table: shown(opens - 1) }))).toBe('time-not-proven');
    expect(check(bent(story, { table: shown(opens) }))).toBe('table: table-too-late');
    const unwitnessed = { checkpoint: story.book.checkpoint(opens - 9, [], 1), place: story.book.place(0, 1) };
    expect(check(bent(story, { table: unwitnessed }))).toBe('incomplete, table table-not-witnessed');
    const elsewhere = { ...shown(opens - 1), place: { index: 0, proof: ['00'.repeat(32)] } };
    expect(check(bent(story, { table: elsewhere }))).toBe('table: table-not-in-book');
    const forged = {
      ...shown(opens - 1),
      checkpoint: story.book.copy(OTHER_LOG).checkpoint(opens - 1, two(opens - 1), 1),
    };
    expect(check(bent(story, { table: forged }))).toBe('table: checkpoint-key');
  });

  test('swapped after the lock is noticed', () => {
    const story = witnessedStory();
    const book = story.book.copy();
    book.bodies.length = story.drawSeq;
    const swapped = tableFor(story.draw, 3, { multipliers: { big: '10100' } });
    book.append(swapped);
    const at = story.draw.tLock + 3;
    const inTime = book.checkpoint(at, two(at));
    expect(check(bent(story, { inTime, entries: book.bodies.slice(story.from), after: null }))).toBe(
      'witness: table-swapped',
    );
  });

  test('other than the receipt’s is refuted, once it is in the book as well', () => {
    const story = witnessedStory();
    const copy = story.book.copy();
    const seq = copy.append(tableFor(story.draw, 3, { multipliers: { big: '10100' } }));
    const table = { hash: copy.entry(seq).hash, entry: copy.entry(seq) };
    expect(check(bent(story, { table: null }, { table }))).toBe('incomplete, table no-table-place');
    const at = story.draw.tLock - 61;
    const shown = { checkpoint: copy.checkpoint(at, two(at)), place: copy.place(seq) };
    expect(check(bent(story, { table: shown }, { table }))).toBe('table: other-table');
  });
});

describe('the times of a table without witnesses', () => {
  const story = witnessedStory({ witnesses: 0 });
  const { before, inTime, table } = story.evidence;
  const { tLock, draws, periodSeconds } = story.draw;
  if (before === null || inTime === null || table === null) throw new Error('no evidence');

  test('are the house’s word, which must keep to the schedule', () => {
    const lockMs = tLock * 1000;
    const byMs = (draws - 3) * 1000;
    const opensMs = lockMs - periodSeconds * 1000;
    const tableAt = (atMs: number | null) => ({ table: { ...table, checkpoint: { ...table.checkpoint, atMs } } });
    expect(check(bent(story, { before: { ...before, atMs: lockMs - 1 } }))).toBe('time-not-proven');
    expect(check(bent(story, { before: { ...before, atMs: lockMs } }))).toBe('witness: before-too-late');
    expect(check(bent(story, { inTime: { ...inTime, atMs: byMs } }))).toBe('time-not-proven');
    expect(check(bent(story, { inTime: { ...inTime, atMs: byMs + 1 } }))).toBe('witness: in-time-too-late');
    expect(check(bent(story, tableAt(opensMs - 1)))).toBe('time-not-proven');
    expect(check(bent(story, tableAt(opensMs)))).toBe('table: table-too-late');
  });

  test('are missing where the house does not say them', () => {
    expect(check(bent(story, { before: { ...before, atMs: null } }))).toBe('incomplete, witness no-time');
    expect(check(bent(story, { inTime: { ...inTime, atMs: null } }))).toBe('incomplete, witness no-time');
    const untold = { ...table, checkpoint: { ...table.checkpoint, atMs: null } };
    expect(check(bent(story, { table: untold }))).toBe('incomplete, table no-time');
    for (const atMs of ['1', Number.NaN]) {
      expect(check(bent(story, { before: { ...before, atMs: atMs as number } }))).toBe('witness: malformed');
    }
  });
});

describe('a checkpoint that only others hold', () => {
  const story = witnessedStory();
  const { tLock, draws } = story.draw;
  const book = story.book.copy();
  book.bodies.length = story.drawSeq;
  book.append({ type: 'seal', draw_id: story.draw.drawId, root: 'ab'.repeat(32), count: '6', table: story.tableHash });
  const laterEntries = book.bodies.slice(story.drawSeq);
  // The later checkpoint of the house would contradict this other book.
  const slip = bent(story, { after: null });
  const unchanged = 'incomplete, dice no-draw-place';

  test('widens the window up to the deadline, and not behind it', () => {
    const seenAt = (at: number) => ({ witnessed: [book.checkpoint(at, two(at)).note], laterEntries });
    const by = draws - 3;
    expect(check(slip, seenAt(by))).toBe('seal: two-seals');
    expect(check(slip, seenAt(by + 1))).toBe(unchanged);
    expect(check(slip, { ...seenAt(by), laterEntries: [] })).toBe('incomplete, witness later-entries');
  });

  test('narrows it before the lock: a seal from before the lock does not count', () => {
    const early = (at: number) => [story.book.checkpoint(at, two(at), story.drawSeq).note];
    expect(check(slip, { witnessed: early(tLock - 1) })).toBe('seal: not-in-time');
    expect(check(slip, { witnessed: early(tLock) })).toBe(unchanged);
  });

  test('of too few witnesses changes nothing', () => {
    const [first] = WITNESSES;
    if (first === undefined) throw new Error('no witness');
    const note = book.checkpoint(tLock + 3, [{ witness: first, at: tLock + 3 }]).note;
    expect(check(slip, { witnessed: [note], laterEntries })).toBe(unchanged);
    expect(resultOf(story.draw).type).toBe('draw');
  });
});
