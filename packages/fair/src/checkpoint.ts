/**
 * Checkpoints of a log and their cosignatures by witnesses: the note text of c2sp.org/tlog-checkpoint, and the
 * `cosignature/v1` of c2sp.org/tlog-cosignature. Times are whole Unix seconds.
 */
import { concat, fromBase64, fromHex, toBase64, toHex, u64be, utf8 } from './bytes.ts';
import {
  formatSignature,
  isEd25519,
  isNoteText,
  NOTE_COSIGNATURE,
  parseNote,
  parseVerifierKey,
  type SignedNote,
  signatureState,
  signaturesOfKey,
  type VerifierKey,
} from './note.ts';
import { emptyRoot } from './packed.ts';

/** The head of a log: how many entries it has and the root of their tree. */
export interface Checkpoint {
  /** The log's name. */
  origin: string;
  size: number;
  /** 32 bytes in hex. */
  root: string;
}

export interface Cosignature {
  /** The witness's key as text. */
  witness: string;
  atSeconds: number;
}

/** How many cosignatures a checkpoint needs, and from which witnesses. */
export interface WitnessPolicy {
  /** Keys as text, of `NOTE_COSIGNATURE`. */
  witnesses: readonly string[];
  /** 0 where there are no witnesses. */
  quorum: number;
}

const SIZE_PATTERN = /^(?:0|[1-9][0-9]{0,15})$/;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** The three lines of a checkpoint. Throws a TypeError on what `parseCheckpointText` would refuse. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  const text = `${origin}\n${size}\n${toBase64(fromHex(root, 32))}\n`;
  const parsed = parseCheckpointText(text);
  if (parsed === null || parsed.origin !== origin) throw new TypeError('no checkpoint has this origin, size and root');
  return text;
}

/**
 * Parses a checkpoint from a note's text. Null on anything malformed, including a size above 2^53 − 1. Lines after the
 * third are allowed and ignored, but signed like the others.
 */
export function parseCheckpointText(text: string): Checkpoint | null {
  if (typeof text !== 'string' || !isNoteText(text)) return null;
  const lines = text.slice(0, -1).split('\n');
  const [origin = '', sizeText = '', rootText = ''] = lines;
  const size = Number(sizeText);
  const rootBytes = fromBase64(rootText);
  if (lines.includes('') || !SIZE_PATTERN.test(sizeText) || !Number.isSafeInteger(size)) return null;
  if (rootBytes?.length !== 32) return null;
  const root = toHex(rootBytes);
  if (size === 0 && root !== toHex(emptyRoot())) return null;
  return { origin, size, root };
}

/**
 * The checkpoint, if one of the keys with its origin's name signed it. Null otherwise, and where a signature of such a
 * key fails. Keys with another name cannot sign for this log.
 */
export function openCheckpoint(note: string, logKeys: readonly string[]): Checkpoint | null {
  const signed = parseNote(note);
  const checkpoint = signed && parseCheckpointText(signed.text);
  if (!signed || !checkpoint) return null;
  const ownKeys = logKeys.filter((vkey) => parseVerifierKey(vkey)?.name === checkpoint.origin);
  const states = ownKeys.map((vkey) => signatureState(signed, vkey));
  return states.includes('valid') && !states.includes('failed') ? checkpoint : null;
}

/** The message that a witness signs. Throws a TypeError on a time that is not a safe integer above 0. */
export function cosignedMessage(text: string, atSeconds: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${assertTime(atSeconds)}\n${text}`);
}

/** A cosignature as a line of a note. Throws a TypeError on another kind of key, signature or time. */
export function formatCosignature(vkey: string, atSeconds: number, signature: Uint8Array): string {
  const key = parseVerifierKey(vkey);
  if (key?.algorithm !== NOTE_COSIGNATURE) throw new TypeError('expected the key of a witness');
  if (signature.length !== SIGNATURE_BYTES) throw new TypeError('an Ed25519 signature has 64 bytes');
  return formatSignature(key, concat(u64be(assertTime(atSeconds)), signature));
}

/**
 * The earliest valid cosignature of each of these witnesses, earliest first. Omits a witness with any failing line, and
 * times that are 0 or not safe integers. Does not check the log's own signature.
 */
export function cosignaturesOf(note: string, witnesses: readonly string[]): Cosignature[] {
  const signed = parseNote(note);
  if (signed === null || parseCheckpointText(signed.text) === null) return [];
  // The signed bytes do not name the witness: count one key under two names only once.
  const found = new Map<string, Cosignature>();
  for (const witness of witnesses) {
    const key = parseVerifierKey(witness);
    const atSeconds = key?.algorithm === NOTE_COSIGNATURE ? earliestOf(signed, key) : null;
    if (key === null || atSeconds === null) continue;
    const known = found.get(key.publicKey);
    if (known === undefined || atSeconds < known.atSeconds) found.set(key.publicKey, { witness, atSeconds });
  }
  return [...found.values()].sort((a, b) => a.atSeconds - b.atSeconds);
}

/**
 * Unix seconds of the quorum-th earliest cosignature. Null where the quorum is not met, and for a quorum of 0, which
 * proves nothing. `openCheckpoint` checks the log's own signature.
 */
export function metPolicyAt(note: string, { witnesses, quorum }: WitnessPolicy): number | null {
  return cosignaturesOf(note, witnesses)[quorum - 1]?.atSeconds ?? null;
}

function earliestOf(note: SignedNote, key: VerifierKey): number | null {
  let earliest: number | null = null;
  for (const { bytes } of signaturesOfKey(note, key)) {
    if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
    const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
    if (!isTime(time)) continue;
    if (!isEd25519(bytes.subarray(TIME_BYTES), cosignedMessage(note.text, time), key.publicKey)) return null;
    if (earliest === null || time < earliest) earliest = time;
  }
  return earliest;
}

function isTime(seconds: number): boolean {
  return Number.isSafeInteger(seconds) && seconds > 0;
}

function assertTime(seconds: number): number {
  if (!isTime(seconds)) throw new TypeError('a time is a whole number of seconds above 0');
  return seconds;
}
