import { describe, expect, test } from 'vitest';
import {
  beaconSignature,
  LOG,
  ORIGIN,
  OTHER_LOG,
  tableOf,
  textOf,
  two,
  WITNESSES,
  witnessedStory,
} from '../tests/book-kit.ts';
import type { BookEvidence, DrawProof, SlipProof, Verification, VerifyOptions } from './proof.ts';
import { verifySlip } from './verify.ts';

type Story = ReturnType<typeof witnessedStory>;
const PINNED = { pinned: { origin: ORIGIN, logKey: LOG.vkey } };

function bent(story: Story, book: Partial<BookEvidence>, draw: Partial<DrawProof> = {}): SlipProof {
  return { ...story.slip, draw: { ...story.slip.draw, book: { ...story.evidence, ...book }, ...draw } };
}

function faultOf(found: Verification): string {
  const step = found.steps.find(({ ok }) => ok === false);
  return step === undefined ? found.verdict : `${step.id}: ${step.reason}`;
}

function check(proof: SlipProof, options: VerifyOptions = {}): string {
  return faultOf(verifySlip(proof, { ...PINNED, ...options }));
}

/** The same draw as the house tells it when it wants the draw void. */
function voided(story: Story, book: Partial<BookEvidence> = {}): SlipProof {
  const entry = story.book.copy();
  const seq = entry.append({ type: 'void', draw_id: story.draw.drawId, reason: 'seal-late' });
  const nothing = { dice: null, signature: null, seed: null };
  const entries = { ...story.slip.draw.entries, draw: null, void: entry.entry(seq) };
  return bent(story, { after: null, ...book }, { ...nothing, entries });
}

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

describe('the table', () => {
  test('must have been in the book before its period', () => {
    const story = witnessedStory();
    const opens = story.draw.tLock - 60;
    const shown = (at: number) => ({
      checkpoint: story.book.checkpoint(at, two(at), 1),
      place: story.book.place(0, 1),
    });
    expect(check(bent(story, { table: shown(opens - 1) }))).toBe('verified');
    expect(check(bent(story, { table: shown(opens) }))).toBe('table: table-too-late');
    const unwitnessed = { checkpoint: story.book.checkpoint(opens - 9, [], 1), place: story.book.place(0, 1) };
    expect(check(bent(story, { table: unwitnessed }))).toBe('table: table-not-witnessed');
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
    const swapped = tableOf({ multipliers: { big: '10100' } });
    book.append(swapped);
    const at = story.draw.tLock + 3;
    const inTime = book.checkpoint(at, two(at));
    expect(check(bent(story, { inTime, entries: book.bodies.slice(story.from), after: null }))).toBe(
      'witness: table-swapped',
    );
  });

  test('other than the receipt’s is refuted', () => {
    const story = witnessedStory();
    const entry = story.book.copy();
    const seq = entry.append(tableOf({ multipliers: { big: '10100' } }));
    const table = { hash: entry.entry(seq).hash, entry: entry.entry(seq) };
    expect(check(bent(story, { table: null }, { table }))).toBe('table: other-table');
  });
});

describe('a beacon that is said to be late', () => {
  const story = witnessedStory();
  const { draw } = story.slip;
  const late = bent(
    story,
    { after: null },
    { dice: null, signature: null, seed: null, entries: { ...draw.entries, draw: null } },
  );

  test('is waited for', () => {
    expect(check(late)).toBe('pending');
  });

  test('is a breach when the verifier has the round’s signature', () => {
    const beaconSignatureOfRound = draw.signature ?? '';
    expect(check(late, { beaconSignature: beaconSignatureOfRound })).toBe('beacon: false-late');
    expect(check(late, { beaconSignature: beaconSignature(draw.round + 1) })).toBe('pending');
    expect(check(late, { beaconSignature: beaconSignatureOfRound, nowMs: story.draw.draws * 1000 + 5_000 })).toBe(
      'pending',
    );
  });

  test('and is no reason for a void', () => {
    expect(check(voided(story))).toBe('void: seal-in-time');
  });
});
