import { describe, expect, test } from 'vitest';
import { OTHER_LOG, two } from '../tests/book-kit.ts';
import { bent, check, READER } from '../tests/checking.ts';
import { witnessedStory as localStory, undrawn, type WitnessedStory } from '../tests/stories.ts';
import { encodeEntry } from './entries.ts';
import type { BookEvidence, SlipProof } from './proof.ts';
import { verifyDraw, verifySlip } from './verify.ts';

/** On the public beacon, so that an honest draw is verified. */
function witnessedStory(story: Parameters<typeof localStory>[0] = {}) {
  return localStory({ beacon: 'public', ...story });
}

/** The same draw as the house tells it when it wants the draw void although it was sealed in time. */
function voided(story: WitnessedStory, book: Partial<BookEvidence> = {}): SlipProof {
  const copy = story.book.copy();
  copy.bodies.length = story.drawSeq;
  const seq = copy.append({ type: 'void', draw_id: story.draw.drawId, reason: 'seal-late', table: story.tableHash });
  const { draws } = story.draw;
  const after = { checkpoint: copy.checkpoint(draws, two(draws)), draw: null, void: copy.place(seq) };
  const { draw } = undrawn(story);
  return bent(
    story,
    { after, ...book },
    { ...draw, book: { ...story.evidence, after, ...book }, entries: { ...draw.entries, void: copy.entry(seq) } },
  );
}

describe('a hidden seal', () => {
  const story = witnessedStory();
  const hidden = { inTime: story.evidence.before, entries: [] };
  const shown = story.evidence.inTime?.note ?? '';
  const { entries } = story.evidence;

  test('is found with the witnesses’ checkpoint and the entries up to it', () => {
    const proof = voided(story, hidden);
    expect(check(proof)).toBe('void');
    expect(check(proof, { witnessed: [shown], laterEntries: entries })).toBe('void: seal-in-time');
  });

  test('names what is missing if the entries are absent', () => {
    const found = verifySlip(voided(story, hidden), { ...READER, witnessed: [shown] });
    const witness = found.steps.find(({ id }) => id === 'witness');
    expect(witness).toMatchObject({ state: 'open', reason: 'later-entries' });
    expect(witness?.values).toMatchObject({ needFrom: String(story.from), needTo: String(story.drawSeq) });
    expect(found.verdict).toBe('incomplete');
  });

  test('that the house found late and drew by overrides the void', () => {
    const copy = story.book.copy();
    const [drawn = ''] = copy.bodies.splice(story.drawSeq);
    const { draws, drawId } = story.draw;
    const voidSeq = copy.append({ type: 'void', draw_id: drawId, reason: 'seal-late', table: story.tableHash });
    const drawSeq = copy.bodies.push(drawn) - 1;
    const checkpoint = copy.checkpoint(draws + 2, two(draws + 2));
    const after = { checkpoint, draw: copy.place(drawSeq), void: copy.place(voidSeq) };
    const overridden = bent(story, { after }, { entries: { ...story.slip.draw.entries, void: copy.entry(voidSeq) } });
    expect(check(overridden)).toBe('verified');
    const unplaced = bent({ slip: overridden, evidence: story.evidence }, { after: { ...after, void: null } });
    expect(check(unplaced)).toBe('incomplete, void no-void-place');
    const local = localStory({ witnesses: 0 });
    const both = { entries: { ...local.slip.draw.entries, void: copy.entry(voidSeq) } };
    expect(['breach', 'incomplete']).toContain(verifySlip(bent(local, {}, both), READER).verdict);
  });

  test('leaves an honest house ten minutes to make the draw', () => {
    const proof = voided(story);
    const draws = story.draw.draws * 1000;
    expect(check(proof, { nowMs: draws + 599_999 })).toBe('pending, void overridden');
    expect(check(proof, { nowMs: draws + 600_000 })).toBe('void: seal-in-time');
    expect(check(proof)).toBe('void: seal-in-time');
  });

  test('of a table without witnesses contradicts the house’s own void at once', () => {
    const unwitnessed = witnessedStory({ witnesses: 0 });
    expect(check(voided(unwitnessed), { nowMs: unwitnessed.draw.draws * 1000 })).toBe('void: seal-in-time');
  });
});

describe('the book itself', () => {
  const story = witnessedStory();
  const at = story.draw.tLock + 2;

  test('a checkpoint signed with another key is none', () => {
    const other = story.book.copy(OTHER_LOG).checkpoint(at, two(at), story.drawSeq);
    expect(check(bent(story, { inTime: other }))).toBe('witness: checkpoint-key');
    expect(check(bent(story, { logKey: OTHER_LOG.vkey, inTime: other }))).toBe('origin: other-logKey');
  });

  test('a fork is noticed beside any other view of the same size', () => {
    const fork = story.book.copy();
    fork.bodies[story.from] = encodeEntry({
      type: 'seal',
      draw_id: 'dice-60/1',
      root: '11'.repeat(32),
      count: '0',
      table: '11'.repeat(32),
    });
    const theirs = fork.checkpoint(at, [], story.drawSeq);
    expect(check(story.slip, { witnessed: [theirs.note] })).toBe('witness: fork');
  });

  test('also between the parts of the book in the bundle', () => {
    const fork = story.book.copy();
    fork.bodies[story.from] = encodeEntry({
      type: 'seal',
      draw_id: 'dice-60/1',
      root: '11'.repeat(32),
      count: '0',
      table: '11'.repeat(32),
    });
    const { after } = story.evidence;
    if (after === null) throw new Error('no place');
    const theirs = fork.checkpoint(at, two(at), story.drawSeq);
    expect(check(bent(story, { after: { ...after, checkpoint: theirs } }))).toBe('witness: fork');
  });

  test('so is a view within the window that the entries do not lead through', () => {
    const fork = story.book.copy();
    fork.bodies[story.from] = encodeEntry({
      type: 'seal',
      draw_id: 'dice-60/1',
      root: '11'.repeat(32),
      count: '0',
      table: '11'.repeat(32),
    });
    const theirs = fork.checkpoint(at, [], story.from + 1);
    expect(check(story.slip, { witnessed: [theirs.note] })).toBe('witness: entries');
  });

  test('a rolled-back book is refuted', () => {
    const { before, inTime } = story.evidence;
    expect(check(bent(story, { before: inTime, inTime: before }))).toMatch(/^witness: (rolled-back|before-too-late)$/);
    const shorter = story.book.checkpoint(at, two(at), story.from - 1);
    expect(check(bent(story, { inTime: shorter, entries: [] }))).toMatch(
      /^witness: (rolled-back|backdated-cosignature)$/,
    );
  });

  test.each([
    ['added', (entries: string[]) => [entries[0] ?? '', ...entries]],
    ['changed', (entries: string[]) => [entries[0]?.replace('off', 'on') ?? '', ...entries.slice(1)]],
    ['exchanged', (entries: string[]) => [...entries].reverse()],
  ])('an entry %s is noticed', (_what, change) => {
    expect(check(bent(story, { entries: change([...story.evidence.entries]) }))).toMatch(
      /^witness: (entries|malformed)$/,
    );
  });

  test('entries that are left out leave the window open', () => {
    const [first = '', ...rest] = story.evidence.entries;
    expect(check(bent(story, { entries: rest }))).toBe('incomplete, witness no-entries');
    expect(check(bent(story, { entries: [] }))).toBe('incomplete, witness no-entries');
    expect(check(bent(story, { entries: [first, ''] }))).toBe('incomplete, witness no-entries');
  });

  test('peaks of another tree are refuted', () => {
    const peaks = story.evidence.peaks.map(() => '22'.repeat(32));
    expect(check(bent(story, { peaks }))).toBe('witness: peaks');
    expect(check(bent(story, { peaks: [...peaks, ...peaks] }))).toBe('witness: malformed');
    expect(check(bent(story, { peaks: [] }))).toBe('incomplete, witness no-peaks');
  });

  test('a result that is not at its stated place in the book is refuted', () => {
    const { after } = story.evidence;
    if (after === null || after.draw === null) throw new Error('no place');
    expect(check(bent(story, { after: { ...after, draw: { ...after.draw, index: 0 } } }))).toBe('dice: not-in-book');
  });
});

test('a malformed bundle is refuted, a missing part is open, and neither is thrown at', () => {
  const story = witnessedStory();
  for (const book of [{ peaks: 5 }, { before: { note: 5 } }, { inTime: { note: 5 } }, { notices: [1] }]) {
    expect(verifySlip(bent(story, book as never), READER).verdict).toBe('breach');
  }
  for (const book of [{ entries: null }, { peaks: null }, { before: {} }, { before: null }, { inTime: undefined }]) {
    expect(verifySlip(bent(story, book as never), READER).verdict).toBe('incomplete');
  }
  expect(verifyDraw(witnessedStory().slip.draw, READER).verdict).toBe('verified');
});
