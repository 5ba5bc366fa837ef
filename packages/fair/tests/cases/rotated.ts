/** Books with a changed key: the book contains the notice, and the new key signs later checkpoints. */
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type BookEvidence,
  encodeEntry,
  NOTE_ED25519,
  noticeMessage,
  type SlipProof,
  toHex,
  type VerifyOptions,
} from '../../src/index.ts';
import { LOG, ORIGIN, type Signer, signerOf } from '../book-kit.ts';
import { quorumAt, type WitnessedStory, witnessedStory } from '../stories.ts';

export const NEXT = signerOf(ORIGIN, 22, NOTE_ED25519);
export const THIRD = signerOf(ORIGIN, 23, NOTE_ED25519);
const NOTICE_SECONDS = 7 * 86_400;

/** The body of a notice, signed with the old key or a given one. */
export function noticeOf(old: Signer, to: Signer, from: number, secretKey = old.secretKey): string {
  const fields = { type: 'notice-of-change', what: 'book-key', old_key: old.vkey, new_key: to.vkey } as const;
  const unsigned = { ...fields, from: String(from) };
  return encodeEntry({ ...unsigned, signature: toHex(ed25519.sign(noticeMessage(unsigned), secretKey)) });
}

/** Appends notices to a story's book, signed by `log`, and returns their places. */
export function showNotices(story: WitnessedStory, notices: readonly string[], log: Signer) {
  const book = story.book.copy(log);
  const first = book.size;
  book.bodies.push(...notices);
  const places = notices.map((_body, index) => book.place(first + index));
  return { notices, noticed: { note: book.checkpoint(story.draw.draws + 9).note, places } };
}

function withBook(story: WitnessedStory, book: Partial<BookEvidence>): SlipProof {
  return { ...story.slip, draw: { ...story.slip.draw, book: { ...story.evidence, ...book } } };
}

function pin(logKey: string): Pick<VerifyOptions, 'pinned'> {
  return { pinned: { origin: ORIGIN, logKey } };
}

/** The new key signs the seal's checkpoint and the later one; the old key signs the earlier ones. */
export function rotatedStory() {
  const story = witnessedStory({ beacon: 'public' });
  const { tLock, draws } = story.draw;
  const notice = noticeOf(LOG, NEXT, tLock - NOTICE_SECONDS);
  const shown = showNotices(story, [notice], NEXT);
  const book = story.book.copy(NEXT);
  const inTime = book.checkpoint(tLock + 2, quorumAt(story.table, tLock + 2), story.drawSeq);
  const checkpoint = book.checkpoint(draws + 1, quorumAt(story.table, draws + 1));
  const after = { checkpoint, draw: book.place(story.drawSeq), void: null };
  const slip = withBook(story, { logKey: NEXT.vkey, ...shown, inTime, after });
  const announced = withBook(story, { notices: [notice], noticed: null });
  return { ...story, slip, announced, notice, shown, pinnedOld: pin(LOG.vkey), pinnedNew: pin(NEXT.vkey) };
}

/** Two changes of the key; the reader pinned the key between them. */
export function rotatedTwice() {
  const story = rotatedStory();
  const { tLock, draws } = story.draw;
  const notices = [story.notice, noticeOf(NEXT, THIRD, tLock - 60)];
  const shown = showNotices(story, notices, THIRD);
  const book = story.book.copy(THIRD);
  const checkpoint = book.checkpoint(draws + 1, quorumAt(story.table, draws + 1));
  const after = { checkpoint, draw: book.place(story.drawSeq), void: null };
  const { inTime } = story.slip.draw.book ?? {};
  const slip = withBook(story, { logKey: THIRD.vkey, ...shown, inTime: inTime ?? null, after });
  return { ...story, slip, pinned: pin(NEXT.vkey) };
}
