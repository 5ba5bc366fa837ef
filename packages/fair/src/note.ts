/**
 * Signed notes and their keys by c2sp.org/signed-note: a text, an empty line, and signature lines. Supports the two
 * signature types on Ed25519.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, fromBase64, fromHex, isHex, toBase64, toHex, utf8 } from './bytes.ts';

/** Signature type of Ed25519 over a note's text. */
export const NOTE_ED25519 = 0x01;
/** Signature type of a witness's Ed25519 cosignature with its time. */
export const NOTE_COSIGNATURE = 0x04;

/** A key that verifies notes. */
export interface VerifierKey {
  name: string;
  /** 4 bytes in hex; with the name it says which lines of a note are this key's. */
  keyId: string;
  /** `NOTE_ED25519` or `NOTE_COSIGNATURE`. */
  algorithm: number;
  /** 32 bytes in hex. */
  publicKey: string;
}

export interface NoteSignature {
  name: string;
  /** 4 bytes in hex. */
  keyId: string;
  /** What follows the key id: 64 bytes for `NOTE_ED25519`. */
  bytes: Uint8Array;
}

export interface SignedNote {
  /** The text with its last newline, without the empty line that follows. */
  text: string;
  signatures: readonly NoteSignature[];
}

/** The state of all lines of one key in a note. */
export type SignatureState = 'valid' | 'absent' | 'failed';

const KEY_ID_BYTES = 4;
const ED25519_KEY_BYTES = 32;
const ED25519_SIGNATURE_BYTES = 64;
/** Most signature lines in a note. The standard requires support for at least 16. */
const SIGNATURES_MAX = 64;
const NOTE_LENGTH_MAX = 1_000_000;
const CONTROL_PATTERN = /[\0-\x09\x0b-\x1f]/;
const BAD_IN_NAME = /[\p{White_Space}\p{Surrogate}\0-\x1f+]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LINE_START = '— ';

/** The key as text, `name+keyid+base64(type ‖ key)`. Throws a TypeError on a bad name, type or key. */
export function verifierKeyOf(name: string, algorithm: number, publicKey: string): string {
  if (!isKeyName(name)) throw new TypeError('a key name is not empty and has neither space nor plus');
  if (!isKnownAlgorithm(algorithm)) throw new TypeError('unknown signature type');
  const encoded = concat(Uint8Array.of(algorithm), fromHex(publicKey, ED25519_KEY_BYTES));
  return `${name}+${keyIdOf(name, encoded)}+${toBase64(encoded)}`;
}

/** Parses a key from `verifierKeyOf`. Null on anything else, including a key id that does not match name and key. */
export function parseVerifierKey(text: unknown): VerifierKey | null {
  if (typeof text !== 'string') return null;
  const [name = '', keyId = ''] = text.split('+', 2);
  const encoded = fromBase64(text.slice(name.length + keyId.length + 2));
  if (encoded === null || encoded.length !== 1 + ED25519_KEY_BYTES || !isKeyName(name)) return null;
  const algorithm = encoded[0] as number;
  if (!isKnownAlgorithm(algorithm) || keyIdOf(name, encoded) !== keyId) return null;
  return { name, keyId, algorithm, publicKey: toHex(encoded.subarray(1)) };
}

/** Parses a note without verifying it. Null where it is malformed or has more than 64 signatures. */
export function parseNote(note: unknown): SignedNote | null {
  if (typeof note !== 'string' || note.length > NOTE_LENGTH_MAX || !isNoteText(note)) return null;
  const split = note.lastIndexOf('\n\n');
  if (split < 0) return null;
  const lines = note.slice(split + 2, -1).split('\n', SIGNATURES_MAX + 1);
  if (lines.length > SIGNATURES_MAX) return null;
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const signature = parseSignatureLine(line);
    if (signature === null) return null;
    signatures.push(signature);
  }
  return { text: note.slice(0, split + 1), signatures };
}

/** A signature as a line of a note, newline included. Throws a TypeError on a key with a malformed name or id. */
export function formatSignature(key: Pick<VerifierKey, 'name' | 'keyId'>, signature: Uint8Array): string {
  if (!isKeyName(key.name) || signature.length === 0) throw new TypeError('no such key or signature');
  return `${LINE_START}${key.name} ${toBase64(concat(fromHex(key.keyId, KEY_ID_BYTES), signature))}\n`;
}

/** A note from a text and lines of `formatSignature`. Throws a TypeError where the result would be malformed. */
export function formatNote(text: string, signatureLines: readonly string[]): string {
  const note = `${text}\n${signatureLines.join('')}`;
  if (parseNote(note)?.text !== text) throw new TypeError('no note has this text or these signatures');
  return note;
}

/** Whether the key signed the text with plain Ed25519. False where any line of this key fails. */
export function isSignedBy(note: SignedNote, vkey: string): boolean {
  return signatureState(note, vkey) === 'valid';
}

/** The reason behind `isSignedBy`. Refuse a whole note where a line of a known key fails. */
export function signatureState(note: SignedNote, vkey: string): SignatureState {
  const key = parseVerifierKey(vkey);
  if (key === null || key.algorithm !== NOTE_ED25519) return 'absent';
  const lines = signaturesOfKey(note, key);
  if (lines.length === 0) return 'absent';
  const message = utf8(note.text);
  return lines.every(({ bytes }) => isEd25519(bytes, message, key.publicKey)) ? 'valid' : 'failed';
}

/** The note's lines with the key's name and id. */
export function signaturesOfKey(note: SignedNote, key: VerifierKey): NoteSignature[] {
  return note.signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId);
}

/** Strict Ed25519 as in RFC 8032; false on a signature or key of another length or outside the curve. */
export function isEd25519(signature: Uint8Array, message: Uint8Array, publicKey: string): boolean {
  if (signature.length !== ED25519_SIGNATURE_BYTES || !isHex(publicKey, ED25519_KEY_BYTES)) return false;
  try {
    return ed25519.verify(signature, message, fromHex(publicKey), { zip215: false });
  } catch {
    return false;
  }
}

/** Whether the text is whole lines of well-formed Unicode without control characters. */
export function isNoteText(text: string): boolean {
  return text.endsWith('\n') && !CONTROL_PATTERN.test(text) && !LONE_SURROGATE.test(text);
}

function parseSignatureLine(line: string): NoteSignature | null {
  if (!line.startsWith(LINE_START)) return null;
  const [name = '', encoded, more] = line.slice(LINE_START.length).split(' ', 3);
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || more !== undefined || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
  return { name, keyId: toHex(bytes.subarray(0, KEY_ID_BYTES)), bytes: bytes.slice(KEY_ID_BYTES) };
}

function isKeyName(name: string): boolean {
  return typeof name === 'string' && name !== '' && !BAD_IN_NAME.test(name);
}

function isKnownAlgorithm(algorithm: number): boolean {
  return algorithm === NOTE_ED25519 || algorithm === NOTE_COSIGNATURE;
}

/** The first 4 bytes of H(name ‖ newline ‖ type ‖ key), in hex. */
function keyIdOf(name: string, encoded: Uint8Array): string {
  return toHex(sha256(concat(utf8(`${name}\n`), encoded)).subarray(0, KEY_ID_BYTES));
}
