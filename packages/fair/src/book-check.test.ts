import { describe, expect, test } from 'vitest';
import { drawOf, LOG, ORIGIN, OTHER_LOG, signerOf, TestBook, two, WITNESSES } from '../tests/book-kit.ts';
import { quorumAt, resultOf, tableFor } from '../tests/stories.ts';
import { BookCheck, type BookCheckTerms, WitnessTimes } from './book-check.ts';
import { concat, toHex, u32be } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import { entryHash } from './entries.ts';
import { leafHash, merkleRoot } from './merkle.ts';
import { NOTE_ED25519 } from './note.ts';
import { emptyRoot } from './packed.ts';

const FIRST = 29_743_210;
const draw = drawOf(FIRST);
const table = tableFor(draw, 3, { first_period: String(FIRST) });
const leaves = [0, 1, 2].map((index) => leafHash(u32be(index)));
const packed = concat(...leaves);
const NOW_MS = (draw.draws + 10) * 1000;

function honestBook(): { book: TestBook; witnessed: string[] } {
  const book = new TestBook();
  const witnessed: string[] = [];
  const seen = (at: number) => witnessed.push(book.checkpoint(at, quorumAt(table, at)).note);
  book.append(table);
  seen(draw.tLock - 100);
  const hash = entryHash(book.bodies[0] ?? '');
  book.append({ type: 'seal', draw_id: draw.drawId, root: toHex(merkleRoot(leaves)), count: '3', table: hash });
  seen(draw.tLock + 2);
  book.append(resultOf(draw));
  seen(draw.draws + 2);
  return { book, witnessed };
}

const { book, witnessed } = honestBook();
const checkpoint = openCheckpoint(book.checkpoint(draw.draws + 3).note, [LOG.vkey]);
if (checkpoint === null) throw new Error('no checkpoint');
const TERMS: BookCheckTerms = {
  origin: ORIGIN,
  logKeys: [LOG.vkey],
  isPinned: true,
  checkpoint,
  witnessed,
  witnessAnswers: [...table.witnesses],
  nowMs: NOW_MS,
};

function run(terms: Partial<BookCheckTerms> = {}, bodies = book.bodies, slips: Uint8Array | null = packed) {
  const check = new BookCheck({ ...TERMS, ...terms });
  for (const body of bodies) {
    const seal = check.add(body);
    if (seal !== null) check.slips(seal.draw_id, slips);
  }
  const { verdict, gaps, audit } = check.finish();
  return [verdict, ...gaps, ...audit.findings.map(({ code }) => code)];
}

describe('a whole book', () => {
  test('that leads to its checkpoint and was seen in time adds up', () => {
    expect(run()).toEqual(['time-not-proven']);
    expect(run({ hashText: undefined, nowMs: NOW_MS + 1 })).toEqual(['time-not-proven']);
  });

  test('rests on a pinned key', () => {
    expect(run({ isPinned: false })).toEqual(['incomplete', 'not-pinned']);
  });

  test('has all entries that the checkpoint signs, and no others', () => {
    expect(run({}, book.bodies.slice(0, 2))).toEqual(['incomplete', 'no-entries']);
    const longer = [...book.bodies, book.bodies[0] ?? ''];
    expect(run({}, longer)).toContain('root');
    expect(run({}, book.bodies.with(2, book.bodies[2]?.replace('"dice":["', '"dice":["6","') ?? ''))).toContain('root');
    expect(run({ checkpoint: { ...checkpoint, root: '00'.repeat(32) } })).toEqual(['breach', 'root']);
  });

  test('agrees with every tree that witnesses saw', () => {
    const fork = book.copy();
    fork.bodies[1] = fork.bodies[1]?.replace('"count":"3"', '"count":"4"') ?? '';
    const at = draw.tLock + 4;
    expect(run({ witnessed: [...witnessed, fork.checkpoint(at, two(at), 2).note] })).toContain('fork');
    // Larger than the part read: only two contradicting witnesses reveal it.
    const [a, b] = [book.copy(), book.copy()];
    for (const [index, one] of [a, b].entries()) {
      one.append({ type: 'audit-head', size: String(index), head: '00'.repeat(32), at: '1' });
    }
    const notes = [a, b].map((one) => one.checkpoint(at, two(NOW_MS / 1000)).note);
    expect(run({ witnessed: [...witnessed, ...notes] })).toContain('fork');
    const stranger = fork.copy(OTHER_LOG).checkpoint(at, two(at), 2).note;
    expect(run({ witnessed: [...witnessed, stranger] })).toEqual(['time-not-proven']);
  });

  test('is as large as witnesses saw it a minute ago', () => {
    const larger = book.copy();
    larger.append({ type: 'audit-head', size: '1', head: '00'.repeat(32), at: '1' });
    const seenAt = (at: number) => ({ witnessed: [...witnessed, larger.checkpoint(at, two(at)).note] });
    const now = draw.tLock + 115;
    const nowMs = now * 1000;
    expect(run({ ...seenAt(now - 59), nowMs })).toEqual(['time-not-proven']);
    expect(run({ ...seenAt(now - 60), nowMs })).toEqual(['incomplete', 'later-entries']);
  });

  test('has no witness who contradicts their own times', () => {
    const early = draw.tLock - 200;
    const [first] = WITNESSES;
    if (first === undefined) throw new Error('no witness');
    const note = book.checkpoint(early, two(early)).note;
    expect(run({ witnessed: [...witnessed, note] })).toContain('backdated-cosignature');
  });

  test('hands out the bets of each seal', () => {
    expect(run({}, book.bodies, null)).toEqual(['incomplete', 'no-slips']);
    expect(run({}, book.bodies, packed.slice(32))).toEqual(['breach', 'slips']);
    expect(run({}, book.bodies, concat(packed, packed.slice(0, 32)))).toEqual(['breach', 'slips']);
    expect(run({}, book.bodies, packed.slice(1))).toEqual(['breach', 'slips']);
    expect(run({}, book.bodies, concat(packed.slice(32), packed.slice(0, 32)))).toEqual(['breach', 'slips']);
    expect(run({ slips: false })).toEqual(['time-not-proven']);
    const silent = new BookCheck(TERMS);
    for (const body of book.bodies) silent.add(body);
    expect(silent.finish().verdict).toBe('incomplete');
    silent.slips('dice-60/1', packed);
    expect(silent.finish().slipsChecked).toBe(0);
  });

  test('has the root of an empty tree in a seal without bets', () => {
    const bodies = (root: string) =>
      book.bodies.map((body) => body.replace(/"count":"3"(.*)"root":"[0-9a-f]{64}"/, `"count":"0"$1"root":"${root}"`));
    const findings = (root: string) => run({ witnessed: [] }, bodies(root)).filter((code) => code === 'slips');
    expect(findings(toHex(emptyRoot()))).toEqual([]);
    expect(findings('00'.repeat(32))).toEqual(['slips']);
  });

  test('needs every witness of a table if none dates its seal', () => {
    const undated = witnessed.toSpliced(1, 2);
    expect(run({ witnessed: undated, witnessAnswers: [] })).toEqual(['incomplete']);
    expect(run({ witnessed: undated, witnessAnswers: table.witnesses.slice(0, 2) })).toEqual(['incomplete']);
    expect(run({ witnessed: undated })).toContain('seal-too-late');
    expect(run({ witnessed: [], witnessAnswers: [] })).toEqual(['incomplete']);
  });

  test('may be read from the middle, from the peaks and tables before it', () => {
    const from = 1;
    const peaks = book.peaks(from).map((peak) => Uint8Array.from(Buffer.from(peak, 'hex')));
    const part = { from, peaks, tables: [table] };
    expect(run(part, book.bodies.slice(from))).toEqual(['time-not-proven']);
    expect(run({ ...part, tables: [] }, book.bodies.slice(from))).toEqual(['incomplete']);
    const bent = peaks.map(() => new Uint8Array(32));
    expect(run({ ...part, peaks: bent }, book.bodies.slice(from))).toContain('root');
  });

  test('is signed with keys of its own', () => {
    const next = signerOf(ORIGIN, 22, NOTE_ED25519);
    expect(run({ logKeys: [next.vkey] })[0]).not.toBe('time-not-proven');
  });
});

describe('what witnesses saw of a book', () => {
  const times = new WitnessTimes({ origin: ORIGIN, logKeys: [LOG.vkey], witnessed });

  test('dates each entry by the first checkpoint with it that met the policy', () => {
    const seen = [0, 1, 2, 3].map((seq) => times.seenAt(seq, table));
    expect(seen).toEqual([draw.tLock - 100, draw.tLock + 2, draw.draws + 2, null]);
  });
});
