import { describe, expect, test } from 'vitest';
import { signerOf, two, WITNESSES } from '../tests/book-kit.ts';
import { bent, check } from '../tests/checking.ts';
import { witnessedStory as localStory, voidedStory } from '../tests/stories.ts';
import { toHex, u32be } from './bytes.ts';
import { encodeEntry, entryHash } from './entries.ts';
import { leafHash, merkleRoot } from './merkle.ts';
import type { BookEvidence } from './proof.ts';

/** On the public beacon, so that an honest draw is verified. */
function witnessedStory(story: Parameters<typeof localStory>[0] = {}) {
  return localStory({ beacon: 'public', ...story });
}

describe('a draw as it should be', () => {
  test('is verified when the witnesses, not the house, bring the cosignatures', () => {
    const story = witnessedStory();
    const bare = (one: BookEvidence['inTime']) => ({
      note: `${one?.note.split('\n').slice(0, 5).join('\n')}\n`,
      atMs: null,
    });
    const { inTime, before, table, after } = story.evidence;
    if (table === null || after === null) throw new Error('no evidence');
    const notes = [inTime, before, table.checkpoint, after.checkpoint].map((one) => one?.note ?? '');
    const proof = bent(story, {
      inTime: bare(inTime),
      before: bare(before),
      table: { ...table, checkpoint: bare(table.checkpoint) },
      after: { ...after, checkpoint: bare(after.checkpoint) },
    });
    expect(check(proof)).toBe('incomplete, table table-not-witnessed');
    expect(check(proof, { witnessed: notes })).toBe('verified');
    expect(check(proof, { witnessed: notes.toSpliced(0, 1), witnessAnswers: [] })).toBe(
      'incomplete, witness not-witnessed',
    );
    expect(check(proof, { witnessed: notes.toSpliced(3, 1) })).toBe('incomplete, dice not-witnessed');
    // Every witness has answered that it did not cosign in time, and the house drew all the same.
    expect(check(proof, { witnessed: notes.toSpliced(0, 1) })).toBe('witness: not-witnessed');
  });

  test('and a bad line added to a copy does not hide the good ones', () => {
    const story = witnessedStory();
    const { inTime } = story.evidence;
    const spoilt = inTime?.note.replace(/[A-Za-z0-9+/]{6}==\n$/, 'AAAAAA==\n') ?? '';
    expect(spoilt).not.toBe(inTime?.note);
    expect(check(story.slip, { witnessed: [spoilt] })).toBe('verified');
  });
});

describe('bets after the seal', () => {
  test.each([
    ['added', (leaves: Uint8Array[]) => [...leaves, leafHash(u32be(9))]],
    ['removed', (leaves: Uint8Array[]) => leaves.slice(0, -1)],
    ['changed', (leaves: Uint8Array[]) => leaves.with(0, leafHash(u32be(9)))],
    ['in another order', (leaves: Uint8Array[]) => [...leaves].reverse()],
  ])('a slip %s is noticed', (_what, change) => {
    const { slip, leaves } = witnessedStory();
    expect(check(slip, { leafHashes: change(leaves).map(toHex) })).toMatch(/^seal: (count|root)$/);
  });

  test('a root that fits the changed slips is not the one in the window', () => {
    const story = witnessedStory();
    const leaves = story.leaves.with(0, leafHash(u32be(9)));
    const root = toHex(merkleRoot(leaves));
    const body = encodeEntry({ type: 'seal', draw_id: story.draw.drawId, root, count: '5', table: story.tableHash });
    const seal = { seq: story.sealSeq, type: 'seal', hash: entryHash(body), body, atMs: 0 };
    const proof = bent(story, {}, { root, entries: { ...story.slip.draw.entries, seal } });
    expect(check(proof, { leafHashes: leaves.map(toHex) })).toBe('seal: other-seal');
  });

  test('a receipt that is not among them is refuted', () => {
    const { slip } = witnessedStory();
    expect(check({ ...slip, index: 0 })).toBe('inclusion: path');
    expect(check({ ...slip, proof: [] })).toBe('inclusion: path');
    expect(check({ ...slip, proof: null })).toBe('incomplete, inclusion no-path');
  });

  test('two seals for one draw are refuted, though both are in time', () => {
    const story = witnessedStory();
    const book = story.book.copy();
    book.bodies.length = story.drawSeq;
    book.append({
      type: 'seal',
      draw_id: story.draw.drawId,
      root: 'ab'.repeat(32),
      count: '6',
      table: story.tableHash,
    });
    const inTime = book.checkpoint(story.draw.tLock + 3, two(story.draw.tLock + 3));
    const entries = book.bodies.slice(story.from);
    expect(check(bent(story, { inTime, entries, after: null }))).toBe('seal: two-seals');
  });

  test('the same seal written twice is one', () => {
    const story = witnessedStory();
    const book = story.book.copy();
    book.bodies.length = story.drawSeq;
    book.bodies.push(book.bodies[story.sealSeq] ?? '');
    const inTime = book.checkpoint(story.draw.tLock + 3, two(story.draw.tLock + 3));
    expect(check(bent(story, { inTime, entries: book.bodies.slice(story.from), after: null }))).toBe(
      'incomplete, dice no-draw-place',
    );
  });
});

describe('a seal counts only when it was witnessed in time', () => {
  test('to the second', () => {
    expect(check(witnessedStory({ sealAfter: 9 }).slip)).toBe('verified');
    expect(check(witnessedStory({ sealAfter: 10 }).slip)).toBe('witness: in-time-too-late');
  });

  test('by enough witnesses, of the table, each counted once', () => {
    const story = witnessedStory();
    const at = story.draw.tLock + 2;
    const seen = (cosigned: { witness: (typeof WITNESSES)[number]; at: number }[]) =>
      story.book.checkpoint(at, cosigned, story.drawSeq);
    const [first, second] = WITNESSES;
    if (first === undefined || second === undefined) throw new Error('no witnesses');
    const stranger = signerOf('stranger.example/w', 77, 4);
    const of = (cosigned: Parameters<typeof seen>[0]) => check(bent(story, { inTime: seen(cosigned) }));
    expect(of([{ witness: first, at }])).toBe('witness: not-witnessed');
    expect(check(bent(story, { inTime: seen([{ witness: first, at }]) }), { witnessAnswers: [first.vkey] })).toBe(
      'incomplete, witness not-witnessed',
    );
    expect(
      of([
        { witness: first, at },
        { witness: first, at: at + 1 },
      ]),
    ).toBe('witness: not-witnessed');
    expect(
      of([
        { witness: first, at },
        { witness: stranger, at },
      ]),
    ).toBe('witness: not-witnessed');
    // The second of the two says when the quorum was there.
    expect(
      of([
        { witness: first, at },
        { witness: second, at: story.draw.tLock + 10 },
      ]),
    ).toBe('witness: in-time-too-late');
    expect(
      of([
        { witness: first, at },
        { witness: second, at },
      ]),
    ).toBe('verified');
  });

  test('and the checkpoint before the lock must have been there before it', () => {
    const story = witnessedStory();
    const late = story.book.checkpoint(0, two(story.draw.tLock), story.from);
    expect(check(bent(story, { before: late }))).toBe('witness: before-too-late');
  });

  test('and a draw without any such seal is void, not drawn', () => {
    const { slip, evidence } = voidedStory({ beacon: 'public' });
    expect(check(slip)).toBe('void');
    const story = witnessedStory();
    expect(check(bent(story, { inTime: evidence.inTime, entries: evidence.entries }))).toBe('seal: not-in-time');
    // No checkpoint in time is missing evidence, not evidence that there was no seal.
    expect(check(bent(story, { inTime: null, entries: [] }))).toBe('incomplete, seal no-seal-in-time');
  });

  test('a seal from before the lock does not count', () => {
    const story = witnessedStory();
    const early = story.book.checkpoint(story.draw.tLock - 1, two(story.draw.tLock - 1), story.drawSeq);
    // The house shows an older checkpoint; a witness shows that the seal was there before the lock.
    expect(check(story.slip, { witnessed: [early.note] })).not.toBe('verified');
  });
});
