import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { toHex, u32be, utf8 } from './bytes.ts';
import { checkpointText, openCheckpoint } from './checkpoint.ts';
import { inclusionProof, leafHash, merkleRoot, verifyInclusionHex } from './merkle.ts';
import { formatNote, formatSignature, NOTE_ED25519, parseVerifierKey, verifierKeyOf } from './note.ts';
import { formatProof, parseProof } from './tlog-proof.ts';

// `vectors/log.json` holds more proofs, and invalid ones.

const SIZE = 21;
const leaves = Array.from({ length: SIZE }, (_, index) => leafHash(u32be(index)));
const secret = new Uint8Array(32).fill(3);
const vkey = verifierKeyOf('example.org/tercet', NOTE_ED25519, toHex(ed25519.getPublicKey(secret)));
const text = checkpointText({ origin: 'example.org/tercet', size: SIZE, root: toHex(merkleRoot(leaves)) });
const line = formatSignature(parseVerifierKey(vkey)!, ed25519.sign(utf8(text), secret));
const checkpoint = formatNote(text, [line]);
const proofOf = (index: number) => ({ index, proof: inclusionProof(leaves, index).map(toHex), checkpoint });

test('every entry’s proof comes back as it was and is checked with it alone', () => {
  for (let index = 0; index < SIZE; index++) {
    const read = parseProof(formatProof(proofOf(index)))!;
    expect(read).toEqual(proofOf(index));
    const { size, root } = openCheckpoint(read.checkpoint, [vkey])!;
    expect(verifyInclusionHex({ leafHash: toHex(leaves[index]!), index, size, proof: read.proof, root })).toBe(true);
  }
});

test('what is sent along comes back, and is told from nothing', () => {
  const extra = utf8('whatever');
  expect(parseProof(formatProof({ ...proofOf(4), extra }))).toEqual({ ...proofOf(4), extra });
  expect(parseProof(formatProof(proofOf(4)))).not.toHaveProperty('extra');
});

test('a tree of one entry has no hashes', () => {
  const single = checkpointText({ origin: 'o', size: 1, root: toHex(leaves[0]!) });
  const whole = formatProof({ index: 0, proof: [], checkpoint: `${single}\n${line}` });
  expect(whole).toBe(`c2sp.org/tlog-proof@v1\nindex 0\n\n${single}\n${line}`);
  expect(parseProof(whole)?.proof).toEqual([]);
});

test('writing what no reader takes is the caller’s mistake', () => {
  const good = proofOf(4);
  const wrong = [
    { index: -1 },
    { index: SIZE },
    { index: 1.5 },
    { proof: ['ab'] },
    { proof: Array(54).fill('ab'.repeat(32)) },
    { checkpoint: text },
    { checkpoint: `\n${checkpoint}` },
    { extra: new Uint8Array(0) },
  ];
  for (const part of wrong) expect(() => formatProof({ ...good, ...part })).toThrow(TypeError);
});

test.each([null, undefined, 7, {}])('%j is no proof', (value) => {
  expect(parseProof(value)).toBeNull();
});

test('a proof above two million characters is not read', () => {
  expect(parseProof(formatProof({ ...proofOf(4), extra: new Uint8Array(1_000_000) }))).not.toBeNull();
  expect(() => formatProof({ ...proofOf(4), extra: new Uint8Array(1_500_000) })).toThrow(TypeError);
});
