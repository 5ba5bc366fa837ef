import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { LOG, ORIGIN, OTHER_LOG, signerOf, two, WITNESSES, witnessedStory } from '../tests/book-kit.ts';
import { fromHex, toHex, u32be } from './bytes.ts';
import { encodeEntry, entryHash, noticeMessage } from './entries.ts';
import { logKeysOf } from './evidence.ts';
import { leafHash, merkleRoot } from './merkle.ts';
import { NOTE_ED25519 } from './note.ts';
import type { BookEvidence, DrawProof, SlipProof, Verification, VerifyOptions } from './proof.ts';
import { verifyDraw, verifySlip } from './verify.ts';

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

describe('a draw as it should be', () => {
  test('is verified, each step of it', () => {
    const { slip, leaves } = witnessedStory();
    const found = verifySlip(slip, { ...PINNED, leafHashes: leaves.map(toHex), payoutMinor: undefined });
    expect(found.steps.filter(({ ok }) => ok !== true)).toEqual([]);
    expect(found.verdict).toBe('verified');
    expect(verifyDraw(slip.draw, PINNED).verdict).toBe('verified');
  });

  test('without witnesses has no proven time, and is otherwise the same', () => {
    const { slip } = witnessedStory({ table: { witnesses: [], quorum: '0' } });
    expect(verifySlip(slip, PINNED).verdict).toBe('time-not-proven');
  });

  test('is verified when the witnesses, not the house, bring the cosignatures', () => {
    const story = witnessedStory();
    const { inTime } = story.evidence;
    const bare = { note: `${inTime?.note.split('\n').slice(0, 5).join('\n')}\n`, atMs: null };
    expect(check(bent(story, { inTime: bare }))).toBe('witness: not-witnessed');
    expect(check(bent(story, { inTime: bare }), { witnessed: [inTime?.note ?? ''] })).toBe('verified');
  });

  test('and a bad line that somebody adds to a copy does not hide the good ones', () => {
    const story = witnessedStory();
    const { inTime } = story.evidence;
    const spoilt = inTime?.note.replace(/([A-Za-z0-9])([A-Za-z0-9+/]{3})\n$/, 'AAAA\n') ?? '';
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
    const body = encodeEntry({ type: 'seal', draw_id: story.draw.drawId, root, count: '5' });
    const seal = { seq: story.sealSeq, type: 'seal', hash: entryHash(body), body, atMs: 0 };
    const proof = bent(story, {}, { root, entries: { ...story.slip.draw.entries, seal } });
    expect(check(proof, { leafHashes: leaves.map(toHex) })).toBe('seal: other-seal');
  });

  test('a receipt that is not among them is refuted', () => {
    const { slip } = witnessedStory();
    expect(check({ ...slip, index: 0 })).toBe('inclusion: path');
    expect(check({ ...slip, proof: [] })).toBe('inclusion: path');
  });

  test('two seals for one draw are refuted, though both are in time', () => {
    const story = witnessedStory();
    const book = story.book.copy();
    book.bodies.length = story.drawSeq;
    book.append({ type: 'seal', draw_id: story.draw.drawId, root: 'ab'.repeat(32), count: '6' });
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
    expect(check(bent(story, { inTime, entries: book.bodies.slice(story.from), after: null }))).toBe('verified');
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
    const story = witnessedStory();
    const late = { inTime: story.evidence.before, entries: [] };
    expect(check(bent(story, late))).toBe('seal: not-in-time');
    expect(check(voided(story, late))).toBe('void');
    const after = { checkpoint: story.book.checkpoint(story.draw.draws), draw: null, void: story.book.place(0) };
    expect(check(voided(story, { ...late, after }))).toBe('void: not-in-book');
  });

  test('a seal from before the lock does not count', () => {
    const story = witnessedStory();
    const early = story.book.checkpoint(story.draw.tLock - 1, two(story.draw.tLock - 1), story.drawSeq);
    // The house shows an older checkpoint; a witness shows that the seal was there before the lock.
    expect(check(story.slip, { witnessed: [early.note] })).not.toBe('verified');
  });
});

describe('a hidden seal', () => {
  const story = witnessedStory();
  const hidden = { inTime: story.evidence.before, entries: [] };
  const shown = story.evidence.inTime?.note ?? '';

  test('is found with the witnesses’ checkpoint and the entries up to it', () => {
    const proof = voided(story, hidden);
    expect(check(proof)).toBe('void');
    expect(check(proof, { witnessed: [shown], laterEntries: story.evidence.entries })).toBe('void: seal-in-time');
    const nothingSealed = { ...proof, draw: { ...proof.draw, entries: { ...proof.draw.entries, seal: null } } };
    const options = { witnessed: [shown], laterEntries: story.evidence.entries };
    expect(check(nothingSealed, options)).toBe('seal: hidden-seal');
  });

  test('says what is missing where the entries are not at hand', () => {
    const found = verifySlip(voided(story, hidden), { ...PINNED, witnessed: [shown] });
    const witness = found.steps.find(({ id }) => id === 'witness');
    expect(witness).toMatchObject({ ok: null, reason: 'later-checkpoint' });
    expect(witness?.values).toMatchObject({ needFrom: String(story.from), needTo: String(story.drawSeq) });
    expect(found.verdict).not.toBe('verified');
  });

  test('that the house found late and drew by overrides the void', () => {
    const { slip } = story;
    const entries = { ...slip.draw.entries, void: voided(story).draw.entries.void };
    expect(check(bent(story, {}, { entries }))).toBe('verified');
  });

  test('leaves an honest house some minutes to go on', () => {
    const proof = voided(story);
    const draws = story.draw.draws * 1000;
    expect(verifySlip(proof, { ...PINNED, nowMs: draws + 60_000 }).verdict).toBe('pending');
    expect(check(proof, { nowMs: draws + 3_600_000 })).toBe('void: seal-in-time');
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
    fork.bodies[story.from] = encodeEntry({ type: 'seal', draw_id: 'dice-60/1', root: '11'.repeat(32), count: '0' });
    const theirs = fork.checkpoint(at, [], story.drawSeq);
    expect(check(story.slip, { witnessed: [theirs.note] })).toBe('witness: fork');
  });

  test('so is a view within the window that the entries do not lead through', () => {
    const fork = story.book.copy();
    fork.bodies[story.from] = encodeEntry({ type: 'seal', draw_id: 'dice-60/1', root: '11'.repeat(32), count: '0' });
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
    ['left out', (entries: string[]) => entries.slice(1)],
    ['added', (entries: string[]) => [entries[0] ?? '', ...entries]],
    ['changed', (entries: string[]) => [entries[0]?.replace('off', 'on') ?? '', ...entries.slice(1)]],
    ['exchanged', (entries: string[]) => [...entries].reverse()],
  ])('an entry %s is noticed', (_what, change) => {
    expect(check(bent(story, { entries: change([...story.evidence.entries]) }))).toMatch(
      /^witness: (entries|malformed)$/,
    );
  });

  test('peaks of another tree are refuted', () => {
    const peaks = story.evidence.peaks.map(() => '22'.repeat(32));
    expect(check(bent(story, { peaks }))).toBe('witness: peaks');
    expect(check(bent(story, { peaks: [] }))).toBe('witness: malformed');
  });

  test('a result that is not in the book where it is said to be is refuted', () => {
    const { after } = story.evidence;
    if (after === null || after.draw === null) throw new Error('no place');
    expect(check(bent(story, { after: { ...after, draw: { ...after.draw, index: 0 } } }))).toBe('beacon: not-in-book');
  });

  test('its keys change only by notices that the old key signed', () => {
    const next = signerOf(ORIGIN, 22, NOTE_ED25519);
    const from = String(story.draw.tLock);
    const unsigned = {
      type: 'notice-of-change',
      what: 'book-key',
      old_key: LOG.vkey,
      new_key: next.vkey,
      from,
    } as const;
    const sign = (key: Uint8Array) => toHex(ed25519.sign(noticeMessage(unsigned), key));
    const notice = encodeEntry({ ...unsigned, signature: sign(LOG.secretKey) });
    const forged = encodeEntry({ ...unsigned, signature: sign(next.secretKey) });
    expect(logKeysOf({ logKey: next.vkey, notices: [notice] }, LOG.vkey)).toEqual([LOG.vkey, next.vkey]);
    expect(logKeysOf({ logKey: next.vkey, notices: [forged] }, LOG.vkey)).toBeNull();
    expect(logKeysOf({ logKey: next.vkey, notices: [] }, LOG.vkey)).toBeNull();
    // Whoever pinned the new key needs no notice, and believes the old one only where the new one's book shows it.
    expect(logKeysOf({ logKey: next.vkey, notices: [notice] }, next.vkey)).toEqual([next.vkey]);
    const later = story.book.copy(next);
    const seq = later.bodies.push(notice) - 1;
    const noticed = { note: later.checkpoint(at).note, places: [later.place(seq)] };
    expect(logKeysOf({ logKey: next.vkey, notices: [notice], noticed }, next.vkey)).toEqual([LOG.vkey, next.vkey]);
    const elsewhere = { note: later.checkpoint(at).note, places: [later.place(0)] };
    expect(logKeysOf({ logKey: next.vkey, notices: [notice], noticed: elsewhere }, next.vkey)).toEqual([next.vkey]);
    const foreign = { note: later.copy(OTHER_LOG).checkpoint(at).note, places: [later.place(seq)] };
    expect(logKeysOf({ logKey: next.vkey, notices: [notice], noticed: foreign }, next.vkey)).toEqual([next.vkey]);
    const other = story.book.copy(next).checkpoint(at, two(at), story.drawSeq);
    expect(check(bent(story, { logKey: next.vkey, notices: [notice], inTime: other }))).toBe('verified');
  });
});

test('a malformed bundle is refuted, never thrown at', () => {
  const story = witnessedStory();
  for (const book of [{ entries: null }, { peaks: null }, { before: {} }, { inTime: { note: 5 } }, { notices: [1] }]) {
    expect(verifySlip(bent(story, book as never), PINNED).verdict).toBe('breach');
  }
  expect(fromHex('00')).toHaveLength(1);
});
