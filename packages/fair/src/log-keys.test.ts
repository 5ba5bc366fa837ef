import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { LOG, ORIGIN, OTHER_LOG, type Signer, signerOf, two } from '../tests/book-kit.ts';
import { bent, check } from '../tests/checking.ts';
import { witnessedStory } from '../tests/stories.ts';
import { toHex } from './bytes.ts';
import { decodeEntryAs, encodeEntry, noticeMessage } from './entries.ts';
import { isSignedNotice, logKeysOf, readLogKeys } from './log-keys.ts';
import { NOTE_COSIGNATURE, NOTE_ED25519, verifierKeyOf } from './note.ts';

const next = signerOf(ORIGIN, 22, NOTE_ED25519);
const third = signerOf(ORIGIN, 23, NOTE_ED25519);
const story = witnessedStory();
const at = story.draw.tLock + 2;

function noticeOf(old: Signer, to: Signer, key = old.secretKey): string {
  const fields = { type: 'notice-of-change', what: 'book-key', old_key: old.vkey, new_key: to.vkey } as const;
  const unsigned = { ...fields, from: String(story.draw.tLock) };
  return encodeEntry({ ...unsigned, signature: toHex(ed25519.sign(noticeMessage(unsigned), key)) });
}

/** A book's notices as its API shows them, signed by a key, with their places. */
function shown(notices: readonly string[], log: Signer) {
  const book = story.book.copy(log);
  const first = book.size;
  book.bodies.push(...notices);
  const places = notices.map((_notice, index) => book.place(first + index));
  return { notices, noticed: { note: book.checkpoint(at).note, places } };
}

const notice = noticeOf(LOG, next);
const rotated = shown([notice], next);

describe('the keys of a book', () => {
  test('are the pinned one where nothing changed', () => {
    expect(logKeysOf({ logKey: LOG.vkey, notices: [] }, LOG.vkey)).toEqual([LOG.vkey]);
    expect(logKeysOf({ logKey: LOG.vkey, notices: [] })).toEqual([LOG.vkey]);
  });

  test('lead on from the pinned one by notices that the old key signed and the book contains', () => {
    expect(logKeysOf({ logKey: next.vkey, ...rotated }, LOG.vkey)).toEqual([LOG.vkey, next.vkey]);
    const twice = shown([notice, noticeOf(next, third)], third);
    expect(logKeysOf({ logKey: third.vkey, ...twice }, LOG.vkey)).toEqual([LOG.vkey, next.vkey, third.vkey]);
    expect(logKeysOf({ logKey: third.vkey, ...twice }, next.vkey)).toEqual([LOG.vkey, next.vkey, third.vkey]);
  });

  test('and back from it, where a book of a known key contains the notice', () => {
    expect(logKeysOf({ logKey: next.vkey, ...rotated }, next.vkey)).toEqual([LOG.vkey, next.vkey]);
    const foreign = shown([notice], OTHER_LOG);
    expect(logKeysOf({ logKey: next.vkey, ...foreign }, next.vkey)).toEqual([next.vkey]);
    const elsewhere = { ...rotated, noticed: { ...rotated.noticed, places: [story.book.place(0)] } };
    expect(logKeysOf({ logKey: next.vkey, ...elsewhere }, next.vkey)).toEqual([next.vkey]);
  });

  test('are not shown without the places of the notices', () => {
    const missing = [
      { notices: [notice] },
      { notices: [notice], noticed: null },
      { notices: [notice], noticed: { note: rotated.noticed.note, places: [] } },
      { notices: [notice], noticed: { note: rotated.noticed.note, places: [null] } },
      { notices: [notice], noticed: { note: '', places: rotated.noticed.places } },
      { notices: [notice], noticed: { note: rotated.noticed.note, places: 'x' as never } },
    ];
    for (const evidence of missing) {
      expect(() => readLogKeys({ logKey: next.vkey, ...evidence }, LOG.vkey)).toThrow('no-notice-place');
    }
    expect(() => readLogKeys({ logKey: next.vkey } as never, LOG.vkey)).toThrow('no-notices');
    expect(() => readLogKeys({ notices: [] } as never, LOG.vkey)).toThrow('no-log-key');
    // A notice that is not in force yet need not be in a checkpoint yet.
    expect(logKeysOf({ logKey: LOG.vkey, notices: [notice], noticed: null }, LOG.vkey)).toEqual([LOG.vkey]);
  });

  test.each([
    ['no notice leads to the key', { notices: [] }, 'other-logKey'],
    ['the notice is signed by the new key', shown([noticeOf(LOG, next, next.secretKey)], next), 'bad-notice'],
    ['the notice is in another book', shown([notice], OTHER_LOG), 'notice-not-in-book'],
    [
      'the notice is at another place',
      { ...rotated, noticed: { ...rotated.noticed, places: [story.book.place(0)] } },
      'notice-not-in-book',
    ],
    ['there are more notices than a book can have', { notices: Array(1001).fill(notice) }, 'too-many-notices'],
  ])('are refused where %s', (_what, evidence, reason) => {
    expect(readLogKeys({ logKey: next.vkey, ...evidence }, LOG.vkey)).toEqual({ keys: null, reason });
    expect(logKeysOf({ logKey: next.vkey, ...evidence }, LOG.vkey)).toBeNull();
  });

  test('are keys of logs, with the name of the book', () => {
    const witness = signerOf(ORIGIN, 24, NOTE_COSIGNATURE);
    expect(readLogKeys({ logKey: witness.vkey, notices: [] }, witness.vkey).reason).toBe('bad-log-key');
    expect(readLogKeys({ logKey: 'x', notices: [] }).reason).toBe('bad-log-key');
    const foreign = signerOf('other.example/book', 25, NOTE_ED25519);
    const forged = noticeOf(LOG, foreign);
    expect(readLogKeys({ logKey: foreign.vkey, ...shown([forged], foreign) }, LOG.vkey).reason).toBe('bad-notice');
  });

  test('change only from a key of the log to another, by the old one', () => {
    const witness = signerOf(ORIGIN, 24, NOTE_COSIGNATURE);
    const isSigned = (old: Signer, to: Signer, key?: Uint8Array) =>
      isSignedNotice(decodeEntryAs('notice-of-change', noticeOf(old, to, key)));
    expect(isSigned(LOG, next)).toBe(true);
    expect(isSigned(LOG, next, next.secretKey)).toBe(false);
    expect(isSigned(LOG, witness)).toBe(false);
    expect(isSigned(witness, next)).toBe(false);
    expect(isSigned(LOG, { ...next, vkey: 'no key' })).toBe(false);
    expect(isSigned({ ...LOG, vkey: 'no key' }, next)).toBe(false);
  });

  test('of small order change to no other, though lax verifiers take it', () => {
    const weak = verifierKeyOf(ORIGIN, NOTE_ED25519, `01${'00'.repeat(31)}`);
    const notice = decodeEntryAs('notice-of-change', noticeOf(LOG, next));
    expect(isSignedNotice({ ...notice, old_key: weak, signature: `01${'00'.repeat(63)}` })).toBe(false);
  });

  test('sign the evidence of a draw', () => {
    const inTime = story.book.copy(next).checkpoint(at, two(at), story.drawSeq);
    expect(check(bent(story, { logKey: next.vkey, ...rotated, inTime }))).toBe('time-not-proven');
    expect(check(bent(story, { logKey: next.vkey, notices: [notice], inTime }))).toBe(
      'incomplete, origin no-notice-place',
    );
    expect(check(bent(story, { inTime }))).toBe('witness: checkpoint-key');
  });
});
