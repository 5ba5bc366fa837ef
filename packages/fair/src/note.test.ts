import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64, toBase64, toHex, utf8 } from './bytes.ts';
import {
  formatNote,
  formatSignature,
  isSignedBy,
  NOTE_COSIGNATURE,
  NOTE_ED25519,
  parseNote,
  parseVerifierKey,
  verifierKeyOf,
} from './note.ts';

// `vectors/log.json` holds published notes and keys, and invalid ones.

const secret = new Uint8Array(32).fill(7);
const publicKey = toHex(ed25519.getPublicKey(secret));
const vkey = verifierKeyOf('example.org/tercet', NOTE_ED25519, publicKey);
const key = parseVerifierKey(vkey)!;

function signed(text: string): string {
  return formatNote(text, [formatSignature(key, ed25519.sign(utf8(text), secret))]);
}

test('a note of any text comes back as it was, and is signed', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[\0-\x1f]/.test(text));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const text = `${lines.join('\n')}\n`;
      const note = parseNote(signed(text))!;
      expect(note.text).toBe(text);
      expect(isSignedBy(note, vkey)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('whatever is changed in the text, the signature no longer holds', () => {
  const text = 'example.org/tercet\n5\nroot\n';
  const note = signed(text);
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === 'x' ? 'y' : 'x';
    const parsed = parseNote(note.slice(0, at) + other + note.slice(at + 1));
    expect(parsed !== null && isSignedBy(parsed, vkey)).toBe(false);
  }
});

test('a flipped bit anywhere in a signature line never leaves a note that this key signed', () => {
  const text = 'text\n';
  const bytes = ed25519.sign(utf8(text), secret);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = bytes.slice();
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    expect(isSignedBy(parseNote(formatNote(text, [formatSignature(key, flipped)]))!, vkey)).toBe(false);
  }
});

test('a key of small order signs nothing, though lax verifiers take it', () => {
  const identity = `01${'00'.repeat(31)}`;
  const weak = verifierKeyOf('weak', NOTE_ED25519, identity);
  const signature = new Uint8Array(64);
  signature[0] = 1;
  const note = parseNote(formatNote('any text\n', [formatSignature(parseVerifierKey(weak)!, signature)]))!;
  expect(isSignedBy(note, weak)).toBe(false);
});

describe('keys', () => {
  test('no part of a key is a key, nor is one with another character', () => {
    for (let from = 0; from <= vkey.length; from++) {
      for (let to = from + 1; to <= vkey.length; to++) {
        if (to - from < vkey.length) expect(parseVerifierKey(vkey.slice(from, to))).toBeNull();
      }
    }
    for (let at = 0; at < vkey.length; at++) {
      const other = String.fromCharCode(vkey.charCodeAt(at) + 1);
      expect(parseVerifierKey(vkey.slice(0, at) + other + vkey.slice(at + 1))).toBeNull();
    }
  });

  test('one key in two kinds of signature has two ids', () => {
    const witness = parseVerifierKey(verifierKeyOf('example.org/tercet', NOTE_COSIGNATURE, publicKey))!;
    expect(witness).toMatchObject({ publicKey, algorithm: NOTE_COSIGNATURE });
    expect(witness.keyId).not.toBe(key.keyId);
  });

  test('a base64 plus in a key is no separator', () => {
    const all = parseVerifierKey(verifierKeyOf('n', NOTE_ED25519, 'fb'.repeat(32)))!;
    expect(all.publicKey).toBe('fb'.repeat(32));
    expect(verifierKeyOf('n', NOTE_ED25519, 'fb'.repeat(32)).split('+').length).toBeGreaterThan(3);
  });

  test.each(['', 'a b', 'a+b', 'a\tb', 'a\u00a0b', 'a\u2028b', 'a\u3000b', 'a\nb', 'a\u0000b', '\ud800'])(
    'the name %j is the caller’s mistake',
    (name) => {
      expect(() => verifierKeyOf(name, NOTE_ED25519, publicKey)).toThrow(TypeError);
      expect(() => formatSignature({ name, keyId: '00000000' }, new Uint8Array(64))).toThrow(TypeError);
    },
  );

  test('so are keys of another length and unknown kinds', () => {
    expect(() => verifierKeyOf('n', NOTE_ED25519, publicKey.slice(2))).toThrow(TypeError);
    expect(() => verifierKeyOf('n', NOTE_ED25519, publicKey.toUpperCase())).toThrow(TypeError);
    for (const algorithm of [0, 2, 6, 255, 257])
      expect(() => verifierKeyOf('n', algorithm, publicKey)).toThrow(TypeError);
  });

  test.each([null, undefined, 7, {}, [], ''])('%j is no key', (value) => {
    expect(parseVerifierKey(value)).toBeNull();
  });
});

describe('malformed notes', () => {
  test.each([null, undefined, 7, {}, new Uint8Array(3)])('%j is no note', (value) => {
    expect(parseNote(value)).toBeNull();
  });

  test('a lone surrogate, which no UTF-8 holds', () => {
    expect(parseNote(signed('text\n').replace('text', 'te\ud800xt'))).toBeNull();
  });

  test('a note above a million characters', () => {
    expect(parseNote(signed(`${'x'.repeat(999_000)}\n`))).not.toBeNull();
    const of = (length: number) => signed('x\n').replace('x', 'x'.repeat(length - signed('x\n').length + 1));
    expect(of(1_000_000)).toHaveLength(1_000_000);
    expect(parseNote(of(1_000_000))).not.toBeNull();
    expect(parseNote(of(1_000_001))).toBeNull();
  });

  test('writing one is the caller’s mistake', () => {
    const line = formatSignature(key, new Uint8Array(64));
    expect(() => formatNote('no newline', [line])).toThrow(TypeError);
    expect(() => formatNote('text\n', [])).toThrow(TypeError);
    expect(() => formatNote('text\n', ['— x\n'])).toThrow(TypeError);
    expect(() => formatNote('text\n', [`\n${line}`])).toThrow(TypeError);
    expect(() => formatNote('text\n', Array(65).fill(line))).toThrow(TypeError);
    expect(() => formatSignature(key, new Uint8Array(0))).toThrow(TypeError);
    expect(() => formatSignature({ name: 'n', keyId: '0000000' }, new Uint8Array(64))).toThrow(TypeError);
  });
});

test('a signature line holds the key id and the signature', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const line = formatSignature({ name: 'n', keyId: '0a0b0c0d' }, bytes);
  expect(line).toBe('— n CgsMDQECAw==\n');
  expect(toBase64(fromBase64('CgsMDQECAw==')!)).toBe('CgsMDQECAw==');
});
