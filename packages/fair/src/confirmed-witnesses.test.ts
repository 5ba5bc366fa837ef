import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cosigned, signerOf, WITNESSES } from '../tests/book-kit.ts';
import { bent, check, READER } from '../tests/checking.ts';
import { isBetter } from '../tests/omission.ts';
import { voidedStory, type WitnessedStory, witnessedStory } from '../tests/stories.ts';
import { NOTE_COSIGNATURE, parseVerifierKey, verifierKeyOf } from './note.ts';
import type { SeenCheckpoint, SlipProof } from './proof.ts';
import { verifySlip } from './verify.ts';
import { isConfirmedBy, publicKeysOf, witnessGapOf } from './witnesses.ts';

const [first = '', second = '', third = ''] = WITNESSES.map(({ vkey }) => vkey);
const stranger = signerOf('stranger.example/w', 77, NOTE_COSIGNATURE).vkey;
const MISSING = /^incomplete, (table|witness|dice|void) other-witnesses$/;
const story = witnessedStory({ beacon: 'public' });

/** Indexes of the witnesses that cosigned each checkpoint of a story. */
type Cosigners = Record<'table' | 'before' | 'inTime' | 'after', readonly number[]>;

/** A story's slip with other cosigners at the same seconds. */
function cosignedBy(of: Pick<WitnessedStory, 'slip' | 'evidence' | 'book'>, who: Partial<Cosigners>): SlipProof {
  const { table, before, inTime, after } = of.evidence;
  if (table === null || after === null) throw new Error('no evidence');
  const recosigned = (seen: SeenCheckpoint | null, indexes: readonly number[] | undefined) => {
    if (seen === null || indexes === undefined) return null;
    const size = Number(seen.note.split('\n', 2)[1]);
    const at = Math.floor((seen.atMs ?? 0) / 1000);
    const cosigned = indexes.flatMap((index): Cosigned[] =>
      WITNESSES.slice(index, index + 1).map((witness) => ({ witness, at })),
    );
    return of.book.checkpoint(at, cosigned, size);
  };
  return bent(of, {
    table: { ...table, checkpoint: recosigned(table.checkpoint, who.table) ?? table.checkpoint },
    before: recosigned(before, who.before) ?? before,
    inTime: recosigned(inTime, who.inTime) ?? inTime,
    after: { ...after, checkpoint: recosigned(after.checkpoint, who.after) ?? after.checkpoint },
  });
}

test('a quorum counts only with witnesses that the reader confirmed', () => {
  expect(check(story.slip, { confirmedWitnesses: [first, second, third] })).toBe('verified');
  // They formed the quorum of every checkpoint of the story.
  expect(check(story.slip, { confirmedWitnesses: [second, first, stranger] })).toBe('verified');
  for (const confirmedWitnesses of [[], [first], [second, third], [first, stranger], [stranger], ['no key']]) {
    expect(check(story.slip, { confirmedWitnesses })).toMatch(MISSING);
  }
  const voided = voidedStory({ beacon: 'public' });
  expect(check(voided.slip, { confirmedWitnesses: [first, second] })).toBe('void');
  expect(check(voided.slip, { confirmedWitnesses: [first] })).toMatch(MISSING);
});

test.each(['table', 'before', 'inTime', 'after'] as const)('also at the checkpoint %s alone', (part) => {
  const confirmedWitnesses = [first, second];
  const proof = cosignedBy(story, { [part]: [0, 2] });
  expect(check(proof)).toBe('verified');
  expect(check(proof, { confirmedWitnesses })).toMatch(MISSING);
  expect(check(cosignedBy(story, { [part]: [0, 1, 2] }), { confirmedWitnesses })).toBe('verified');
});

test('a cosignature after the deadline is none of the quorum', () => {
  const at = (seconds: number[]) => {
    const cosigned = seconds.flatMap((second, index) =>
      WITNESSES.slice(index, index + 1).map((witness) => ({ witness, at: second })),
    );
    return bent(story, { inTime: story.book.checkpoint(story.draw.tLock + 2, cosigned, story.drawSeq) });
  };
  const [inTime, late] = [story.draw.tLock + 2, story.draw.draws - 2];
  const confirmedWitnesses = [first, second];
  expect(check(at([inTime, inTime, late]), { confirmedWitnesses })).toBe('verified');
  expect(check(at([inTime, late, inTime]))).toBe('verified');
  expect(check(at([inTime, late, inTime]), { confirmedWitnesses })).toMatch(MISSING);
});

test('a witness is known by its key, whatever its name, and counts up to the second itself', () => {
  const renamed = verifierKeyOf('renamed.example/w', NOTE_COSIGNATURE, parseVerifierKey(first)?.publicKey ?? '');
  const isConfirmed = (by: number, confirmed: string[]) =>
    isConfirmedBy([{ witness: first, atSeconds: 7 }], by, { quorum: '1', confirmed });
  for (const known of [first, renamed]) {
    expect([6, 7, 8].map((by) => isConfirmed(by, [known]))).toEqual([false, true, true]);
  }
  expect(isConfirmed(7, [second, stranger, 'no key'])).toBe(false);
});

test('a breach that unconfirmed witnesses show is one', () => {
  const confirmedWitnesses = [first];
  expect(check(bent(story, { peaks: story.evidence.peaks.map(() => '00'.repeat(32)) }), { confirmedWitnesses })).toBe(
    'witness: peaks',
  );
  const early = story.book.checkpoint(
    story.draw.tLock - 1,
    WITNESSES.slice(1).map((witness) => ({ witness, at: story.draw.tLock - 1 })),
    story.drawSeq,
  );
  expect(check(story.slip, { confirmedWitnesses, witnessed: [early.note] })).toBe('seal: not-in-time');
});

test('fewer confirmed witnesses never give a better verdict', () => {
  const lists = [[], [first], [first, stranger], [first, stranger, second], [first, stranger, second, third]];
  for (const proof of [cosignedBy(story, { before: [1, 2] }), voidedStory({ beacon: 'public' }).slip]) {
    const verdicts = lists.map((confirmedWitnesses) => verifySlip(proof, { ...READER, confirmedWitnesses }).verdict);
    expect(new Set(verdicts).size).toBe(2);
    for (const [index, verdict] of verdicts.entries()) {
      for (const more of verdicts.slice(index)) expect(isBetter(verdict, more)).toBe(false);
    }
  }
});

test('nor does it matter what they cosigned, and when', () => {
  const some = fc.subarray([first, second, third, stranger, 'no key']);
  const cosignatures = fc
    .subarray([first, second, third])
    .chain((witnesses) =>
      fc.tuple(...witnesses.map((witness) => fc.record({ witness: fc.constant(witness), atSeconds: fc.nat(3) }))),
    );
  fc.assert(
    fc.property(cosignatures, fc.nat(3), fc.constantFrom('1', '2', '3'), some, some, (seen, by, quorum, few, more) => {
      const isConfirmed = (confirmed: string[]) => isConfirmedBy(seen, by, { quorum, confirmed });
      expect(isConfirmed(few) && !isConfirmed([...few, ...more])).toBe(false);
    }),
  );
});

test('texts that are no verifier keys are no keys of the house', () => {
  expect(publicKeysOf(['no key', '', first])).toEqual([parseVerifierKey(first)?.publicKey]);
  expect(witnessGapOf({ witnesses: [first, second, third], quorum: '2' }, ['no key'])).toBeNull();
});
