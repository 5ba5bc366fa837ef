import { expect, test } from 'vitest';
import { drawOf, LOG, ORIGIN, TestBook, two } from '../tests/book-kit.ts';
import { resultOf, tableFor } from '../tests/stories.ts';
import { BookCheck, type BookCheckTerms } from './book-check.ts';
import { concat, toHex, u32be } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import { encodeEntry, entryHash } from './entries.ts';
import { leafHash, merkleRoot } from './merkle.ts';
import { emptyRoot } from './packed.ts';

const draw = drawOf(29_743_210);
const table = tableFor(draw, 0, { first_period: '29743210' });
const tableHash = entryHash(encodeEntry(table));
const leaves = [0, 1].map((index) => leafHash(u32be(index)));
const packed = concat(...leaves);

function bookWith(root: string, count: string): TestBook {
  const book = new TestBook();
  book.append(table);
  book.append({ type: 'seal', draw_id: draw.drawId, root, count, table: tableHash });
  book.append(resultOf(draw));
  return book;
}

function checkOf(book: TestBook, terms: Partial<BookCheckTerms> = {}): BookCheck {
  const checkpoint = openCheckpoint(book.checkpoint(0).note, [LOG.vkey]);
  if (checkpoint === null) throw new Error('no checkpoint');
  const nowMs = (draw.draws + 10) * 1000;
  const keys = { origin: ORIGIN, logKeys: [LOG.vkey], isPinned: true, witnessed: [], witnessAnswers: [] };
  return new BookCheck({ ...keys, checkpoint, nowMs, ...terms });
}

const sealed = bookWith(toHex(merkleRoot(leaves)), '2');

test('a seal with bets asks for them once, one without asks for none', () => {
  const check = checkOf(sealed);
  const [first = '', seal = '', result = ''] = sealed.bodies;
  expect(check.add(first)).toBeNull();
  expect(check.add(seal)).toMatchObject({ draw_id: draw.drawId, count: '2' });
  expect(check.add(result)).toBeNull();
  check.slips(draw.drawId, packed);
  check.slips(draw.drawId, null);
  expect(check.finish()).toMatchObject({ slipsChecked: 1, gaps: [], verdict: 'time-not-proven' });
  const empty = bookWith(toHex(emptyRoot()), '0');
  const none = checkOf(empty);
  expect(empty.bodies.map((body) => none.add(body))).toEqual([null, null, null]);
  expect(none.finish()).toMatchObject({ slipsChecked: 0, gaps: [], verdict: 'time-not-proven' });
});

test('bets that differ are found at their seal', () => {
  const check = checkOf(sealed);
  for (const body of sealed.bodies) check.add(body);
  check.slips(draw.drawId, packed.slice(32));
  expect(check.finish().audit.findings).toEqual([{ seq: 1, drawId: draw.drawId, code: 'slips' }]);
  const bad = bookWith('00'.repeat(32), '0');
  const none = checkOf(bad);
  for (const body of bad.bodies) none.add(body);
  expect(none.finish().audit.findings).toEqual([{ seq: 1, drawId: draw.drawId, code: 'slips' }]);
});

test('unrequested bets prove nothing and break nothing', () => {
  const check = checkOf(sealed);
  check.slips(draw.drawId, new Uint8Array(5));
  for (const body of sealed.bodies) check.add(body);
  expect(check.finish()).toMatchObject({ slipsChecked: 0, gaps: ['no-slips'], verdict: 'incomplete' });
});

test('another tree is found at the entry that made it, or where reading began', () => {
  const fork = sealed.copy();
  fork.bodies[1] = fork.bodies[0] ?? '';
  const { note } = fork.checkpoint(1, two(1), 2);
  const check = checkOf(sealed, { witnessed: [note], slips: false });
  for (const body of sealed.bodies) check.add(body);
  expect(check.finish().audit.findings).toEqual([{ seq: 1, drawId: null, code: 'fork' }]);
  const peaks = sealed.peaks(2).map((peak) => Uint8Array.from(Buffer.from(peak, 'hex')));
  const middle = checkOf(sealed, { witnessed: [note], from: 2, peaks, tables: [table] });
  middle.add(sealed.bodies[2] ?? '');
  expect(middle.finish().audit.findings).toEqual([{ seq: 2, drawId: null, code: 'fork' }]);
  const same = checkOf(sealed, { witnessed: [sealed.checkpoint(1, [], 2).note], from: 2, peaks, tables: [table] });
  same.add(sealed.bodies[2] ?? '');
  expect(same.finish().audit.findings).toEqual([]);
});

test('what is found comes in the order of the book', () => {
  const bodies = [...sealed.bodies, 'x'];
  const check = checkOf(sealed, { slips: true });
  for (const body of bodies) check.add(body);
  check.slips(draw.drawId, new Uint8Array(0));
  expect(check.finish().audit.findings.map(({ seq, code }) => [seq, code])).toEqual([
    [1, 'slips'],
    [3, 'malformed'],
    [3, 'root'],
  ]);
});
