import { describe, expect, test } from 'vitest';
import { statesOf } from '../tests/bend-slip.ts';
import { beaconSignature, drawOf, OTHER_LOG, textOf, two } from '../tests/book-kit.ts';
import { bent, check, READER } from '../tests/checking.ts';
import { resultOf, tableFor, witnessedStory } from '../tests/stories.ts';
import { encodeEntry } from './entries.ts';
import type { Entry } from './entry-types.ts';
import type { ListedTable } from './proof.ts';
import { verifySlip } from './verify.ts';

const story = witnessedStory({ beacon: 'public' });
const { evidence, draw } = story;
const { tLock } = draw;
const { after } = evidence;
if (after === null) throw new Error('no evidence');

/** The window with one more entry, in a book without a result so far. */
function withEntry(entry: Entry, at = tLock + 3) {
  const book = story.book.copy();
  book.bodies.length = story.drawSeq;
  book.append(entry);
  return bent(story, { inTime: book.checkpoint(at, two(at)), entries: book.bodies.slice(story.from), after: null });
}
const FITS = 'incomplete, dice no-draw-place';

describe('an entry of the window', () => {
  test('that is a table changes the odds only of its own lottery, from its first period on', () => {
    const swapped = (change: object) => withEntry(tableFor(draw, 3, { multipliers: { big: '10100' }, ...change }));
    expect(check(swapped({ first_period: String(draw.period) }))).toBe('witness: table-swapped');
    expect(check(swapped({ first_period: String(draw.period + 1) }))).toBe(FITS);
    expect(check(swapped({ key: 'dice-96' }))).toBe(FITS);
  });

  test('that is a result must be older than the checkpoint, if the beacon signed it', () => {
    const foreign = (round: number, signature = beaconSignature(round)) => {
      const local = drawOf(29_743_210);
      const dice = textOf(local.dice);
      return { type: 'draw', draw_id: 'dice-30/1', round: String(round), signature, dice } as const;
    };
    const own = witnessedStory();
    const at = own.draw.tLock + 3;
    const seen = (entry: Entry) => {
      const book = own.book.copy();
      book.bodies.length = own.drawSeq;
      book.append(entry);
      const window = { inTime: book.checkpoint(at, two(at)), entries: book.bodies.slice(own.from), after: null };
      return check(bent(own, window));
    };
    // The last round that was out by then, and the next one.
    const out = own.draw.round - (own.draw.draws - at) / 3;
    expect(Number.isInteger(out)).toBe(true);
    expect(seen(foreign(out))).toBe(FITS);
    expect(seen(foreign(out + 1))).toBe('witness: backdated');
    expect(seen(foreign(out + 1, beaconSignature(out)))).toBe(FITS);
    expect(seen(resultOf(drawOf(own.draw.period - 1)))).toBe(FITS);
  });

  test('that is a result proves no times that only the house states', () => {
    const house = witnessedStory({ witnesses: 0 });
    const book = house.book.copy();
    book.bodies.length = house.drawSeq;
    const later = house.draw.round + 100;
    const dice = textOf(house.draw.dice);
    const signature = beaconSignature(later);
    book.append({ type: 'draw', draw_id: 'dice-30/1', round: String(later), signature, dice });
    const window = {
      inTime: book.checkpoint(house.draw.tLock + 3),
      entries: book.bodies.slice(house.from),
      after: null,
    };
    expect(check(bent(house, window))).toBe(FITS);
  });

  test('is never the result of the draw itself, whatever the source of the time', () => {
    const house = witnessedStory({ witnesses: 0 });
    const { tLock: lock } = house.draw;
    const window = { inTime: house.book.checkpoint(lock + 3), entries: house.book.bodies.slice(house.from) };
    expect(check(bent(house, window))).toBe('witness: backdated');
  });

  test('behind the last checkpoint has no say', () => {
    const more = [...evidence.entries, ...Array(99_998).fill('x')];
    expect(check(bent(story, { entries: more }))).toBe('verified');
    expect(check(bent(story, { entries: [...more, 'x'] }))).toBe('witness: too-many-entries');
  });

  test('that only witnesses show comes behind those of the bundle', () => {
    const book = story.book.copy();
    book.bodies.length = story.drawSeq;
    book.append({ type: 'seal', draw_id: draw.drawId, root: 'ab'.repeat(32), count: '6', table: story.tableHash });
    const { note } = book.checkpoint(tLock + 3, two(tLock + 3));
    const proof = bent(story, { after: null, entries: [...evidence.entries, 'x'] });
    const [laterEntry = ''] = book.bodies.slice(story.drawSeq);
    expect(check(proof, { witnessed: [note], laterEntries: [laterEntry] })).toBe('seal: two-seals');
    expect(check(proof, { witnessed: [note] })).toBe('incomplete, witness later-entries');
  });
});

describe('a newer table', () => {
  const judged = (change: object, bend: (list: ListedTable[]) => ListedTable[] = (list) => list) => {
    const whole = witnessedStory({ beacon: 'public', newer: { build: 'newer', ...change } });
    const { book, from } = whole;
    const tables = [0, 1].map((index) => ({
      ...{ body: book.bodies[index] ?? '', index },
      proof: book.place(index, from).proof,
    }));
    return { whole, options: { ...READER, tables: bend(tables) } };
  };

  test('is in force from its first period on', () => {
    const at = (period: number) => {
      const { whole, options } = judged({ first_period: String(period) });
      return check(whole.slip, options);
    };
    expect(at(draw.period)).toBe('table: table-superseded');
    expect(at(draw.period + 1)).toBe('verified');
  });

  test('is looked for behind the draw’s own only', () => {
    const { whole, options } = judged({}, (list) => list.map((one) => ({ ...one, index: 0 })));
    expect(check(whole.slip, options)).toBe('verified');
  });

  test('is looked for in the checkpoint before the lock, which the book’s key signed', () => {
    const { whole, options } = judged({});
    const foreign = whole.book.copy(OTHER_LOG).checkpoint(tLock - 2, two(tLock - 2), whole.from);
    expect(check(bent(whole, { before: foreign }), options)).toBe('table: checkpoint-key');
  });

  test('proves nothing in a list that lacks the draw’s own', () => {
    const { whole, options } = judged({}, (list) => list.slice(1));
    expect(check(whole.slip, options)).toBe('incomplete, table no-tables');
  });

  test('of none needs no checkpoint', () => {
    const own = [{ body: story.book.bodies[0] ?? '', index: 0, proof: null }];
    const proof = bent(story, { before: null });
    expect(statesOf(verifySlip(proof, { ...READER, tables: own })).slice(0, 5)).toEqual([
      ...['origin', 'receipt', 'table', 'schedule'],
      'witness open no-checkpoint',
    ]);
  });
});

describe('the checkpoint before the lock', () => {
  test('counts only with the quorum of the witnesses and the book’s key', () => {
    const shown = (cosigned: Parameters<typeof story.book.checkpoint>[1], book = story.book) =>
      bent(story, { before: book.checkpoint(tLock - 2, cosigned, story.from) });
    const [one] = two(tLock - 2);
    expect(check(shown(two(tLock - 2)))).toBe('verified');
    expect(check(shown([]), { witnessAnswers: [] })).toBe('incomplete, witness not-witnessed');
    expect(check(shown(one ? [one] : []), { witnessAnswers: [] })).toBe('incomplete, witness not-witnessed');
    expect(check(shown(two(tLock - 2), story.book.copy(OTHER_LOG)))).toBe('witness: checkpoint-key');
  });

  test('and the one in time are named where they are missing', () => {
    expect(check(bent(story, { inTime: {} as never }))).toBe('incomplete, witness no-checkpoint');
    expect(check(bent(story, { before: {} as never }))).toBe('incomplete, witness no-checkpoint');
  });
});

describe('two books', () => {
  test('are distinguished by every checkpoint in the bundle', () => {
    const fork = story.book.copy();
    fork.bodies[story.from] = encodeEntry({
      type: 'seal',
      draw_id: 'dice-60/1',
      root: '11'.repeat(32),
      count: '0',
      table: '11'.repeat(32),
    });
    const { note } = fork.checkpoint(tLock + 2, two(tLock + 2), story.drawSeq);
    expect(check(bent(story, { noticed: { note, places: [] } }))).toBe('witness: fork');
    const checkpoint = { note, atMs: null };
    const opens = tLock - draw.periodSeconds;
    const early = fork.checkpoint(opens - 5, two(opens - 5), story.drawSeq);
    expect(check(bent(story, { table: { checkpoint: early, place: fork.place(0, story.drawSeq) } }))).toBe(
      'witness: fork',
    );
    expect(check(bent(story, { after: { ...after, checkpoint } }))).toBe('witness: fork');
  });

  test('something that is no note is no book', () => {
    for (const note of [5, null, '', 'x']) {
      expect(check(bent(story, { noticed: { note, places: [] } as never }))).toBe('verified');
    }
  });
});

describe('an empty window', () => {
  test('refutes a draw once witnesses show a checkpoint in time without its seal', () => {
    const proof = bent(story, { inTime: null, entries: [] });
    const book = story.book.copy();
    book.bodies.length = story.from + 1;
    const at = tLock + 4;
    const { note } = book.checkpoint(at, two(at));
    const laterEntries = book.bodies.slice(story.from);
    expect(check(proof)).toBe('incomplete, seal no-seal-in-time');
    expect(check(proof, { witnessed: [note], laterEntries })).toBe('seal: not-in-time');
  });
});
