import {
  formatSignature,
  isSignedBy,
  isSignedNotice,
  type NoticeOfChangeEntry,
  parseVerifierKey,
  type SignedNote,
} from '@tercet/fair';
import type { AnnouncedKey } from './log-state.ts';

const ANNOUNCED_MAX = 64;

/**
 * The log's own signature lines of a note, for publication with our cosignature. Null where no trusted key signed it.
 * Also null where a trusted key's line fails, which invalidates the whole note.
 */
export function linesOfLog(signed: SignedNote, trusted: readonly string[]): string[] | null {
  const lines: string[] = [];
  for (const vkey of trusted) {
    const key = parseVerifierKey(vkey);
    const own = signed.signatures.filter(({ name, keyId }) => name === key?.name && keyId === key.keyId);
    const [first] = own;
    if (first === undefined) continue;
    if (!isSignedBy(signed, vkey)) return null;
    lines.push(formatSignature(first, first.bytes));
  }
  return lines.length === 0 ? null : lines;
}

/**
 * The keys that may sign at a time (Unix seconds): the configured ones, and announced ones that are in force by then.
 */
export function keysAt(given: readonly string[], announced: readonly AnnouncedKey[], atSeconds: number): string[] {
  const due = announced.filter(({ from }) => from <= atSeconds).map(({ vkey }) => vkey);
  return [...new Set([...given, ...due])];
}

/** The announced keys after these entries too. Ignores a notice that no trusted key signed. */
export function announcedBy(
  notices: readonly NoticeOfChangeEntry[],
  given: readonly string[],
  before: readonly AnnouncedKey[],
): AnnouncedKey[] {
  const announced = [...before];
  for (const notice of notices) {
    const trusted = [...given, ...announced.map(({ vkey }) => vkey)];
    const isNew = !trusted.includes(notice.new_key);
    if (!isNew || !trusted.includes(notice.old_key) || !isSignedNotice(notice)) continue;
    if (announced.length < ANNOUNCED_MAX) announced.push({ vkey: notice.new_key, from: Number(notice.from) });
  }
  return announced;
}
