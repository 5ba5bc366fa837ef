import { describe, expect, test } from 'vitest';
import { drawOf, LOG, ORIGIN, OTHER_LOG, signerOf, TestBook, WITNESSES } from '../tests/book-kit.ts';
import { tableFor } from '../tests/stories.ts';
import { entryHash } from './entries.ts';
import { NOTE_COSIGNATURE, parseVerifierKey, verifierKeyOf } from './note.ts';
import { copiesOf, isPlaceIn, needHouseTime, needNote, openSeen, textOfNote } from './place.ts';

const table = tableFor(drawOf(29_743_210), 3);
const book = new TestBook();
for (const size of ['1', '2', '3']) book.append({ type: 'audit-head', size, head: '00'.repeat(32), at: '1' });
const hash = entryHash(book.bodies[1] ?? '');
const place = book.place(1);
const [first, second, third] = WITNESSES;
if (first === undefined || second === undefined || third === undefined) throw new Error('no witnesses');
const note = book.checkpoint(9, [
  { witness: third, at: 7 },
  { witness: first, at: 5 },
  { witness: second, at: 6 },
]).note;

describe('a checkpoint', () => {
  const keys = [LOG.vkey];

  test('is opened with a key of the book, and met the policy when the quorum was there', () => {
    expect(openSeen([note], table, keys)).toMatchObject({ size: 3, metAt: 6 });
    expect(openSeen([note], { ...table, quorum: '3' }, keys)?.metAt).toBe(7);
    expect(openSeen([note], { ...table, witnesses: [], quorum: '0' }, keys)?.metAt).toBeNull();
    expect(openSeen([book.checkpoint(9).note], table, keys)?.metAt).toBeNull();
    expect(openSeen([note], table, [OTHER_LOG.vkey])).toBeNull();
    expect(openSeen([], table, keys)).toBeNull();
  });

  test('of another origin than the table’s is none of its book', () => {
    expect(openSeen([note], { ...table, origin: 'other.example/book' }, keys)).toBeNull();
  });

  test('counts each witness key once, by its earliest time in all copies', () => {
    const again = verifierKeyOf('again.example/w', NOTE_COSIGNATURE, parseVerifierKey(first.vkey)?.publicKey ?? '');
    const alone = book.checkpoint(9, [{ witness: first, at: 5 }]).note;
    const twice = { origin: ORIGIN, witnesses: [first.vkey, again], quorum: '2' };
    expect(openSeen([alone], twice, keys)?.metAt).toBeNull();
    const other = book.checkpoint(9, [
      { witness: first, at: 4 },
      { witness: second, at: 9 },
    ]).note;
    expect(
      openSeen(copiesOf(alone, [other, note]), table, keys)?.cosignatures.map(({ atSeconds }) => atSeconds),
    ).toEqual([4, 6, 7]);
    const stranger = signerOf('stranger.example/w', 77, NOTE_COSIGNATURE);
    const foreign = book.checkpoint(9, [{ witness: stranger, at: 4 }]).note;
    expect(openSeen([foreign], table, keys)?.cosignatures).toEqual([]);
  });

  test('has its quorum in order of time, whatever the order of the copies', () => {
    const [late, early] = [
      book.checkpoint(9, [{ witness: first, at: 9 }]).note,
      book.checkpoint(9, [{ witness: second, at: 4 }]).note,
    ];
    for (const copies of [
      [late, early],
      [early, late],
    ])
      expect(openSeen(copies, table, keys)?.metAt).toBe(9);
  });

  test('is opened by any copy that holds, whatever the others are', () => {
    const spoiled = `${note}no signature`;
    for (const copies of [
      [note, spoiled],
      [spoiled, note],
    ])
      expect(openSeen(copies, table, keys)).toMatchObject({ size: 3, metAt: 6 });
    expect(openSeen([spoiled], table, keys)).toBeNull();
  });

  test('has a text that ends before its signatures', () => {
    expect(textOfNote('origin\n3\nroot=\n\n— name key\n')).toBe('origin\n3\nroot=\n');
  });

  test('has copies where the text is the same', () => {
    const bare = book.checkpoint(9).note;
    const smaller = book.checkpoint(9, [], 2).note;
    expect(copiesOf(bare, [smaller, note, 5 as never])).toEqual([bare, note]);
    expect(copiesOf(bare)).toEqual([bare]);
  });

  test('that is missing is named', () => {
    for (const missing of [null, undefined, {}, { note: '' }, { note: null }]) {
      expect(() => needNote(missing as never, 'no-checkpoint')).toThrow('no-checkpoint');
    }
    expect(needNote({ note, atMs: null }, 'no-checkpoint')).toBe(note);
    expect(needHouseTime({ note, atMs: 0 }, 'no-time')).toBe(0);
    expect(() => needHouseTime({ note, atMs: null }, 'no-time')).toThrow('no-time');
    for (const atMs of ['5', Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => needHouseTime({ note, atMs: atMs as number }, 'no-time')).toThrow(TypeError);
    }
  });
});

describe('the place of an entry', () => {
  const tree = openSeen([note], table, [LOG.vkey]);
  if (tree === null) throw new Error('no tree');

  test('is in the tree or not', () => {
    expect(isPlaceIn(hash, place, tree)).toBe(true);
    expect(isPlaceIn(hash, { ...place, index: 2 }, tree)).toBe(false);
    expect(isPlaceIn(hash, { ...place, index: 3 }, tree)).toBe(false);
    expect(isPlaceIn(hash, { ...place, proof: place.proof.slice(1) }, tree)).toBe(false);
    expect(isPlaceIn('00'.repeat(32), place, tree)).toBe(false);
    expect(isPlaceIn(hash, place, { ...tree, size: 2 })).toBe(false);
  });

  test.each([
    null,
    undefined,
    {},
    { index: 1 },
    { proof: [] },
    { index: 1, proof: null },
    { index: 1, proof: [] },
    { index: null, proof: place.proof },
  ])('is missing where a part is %#', (missing) => {
    expect(() => isPlaceIn(hash, missing as never, tree)).toThrow('no-place');
  });

  test('in a tree of one needs no proof', () => {
    const one = openSeen([book.checkpoint(9, [], 1).note], table, [LOG.vkey]);
    if (one === null) throw new Error('no tree');
    expect(isPlaceIn(entryHash(book.bodies[0] ?? ''), { index: 0, proof: [] }, one)).toBe(true);
    expect(isPlaceIn(hash, { index: 0, proof: [] }, one)).toBe(false);
  });
});
