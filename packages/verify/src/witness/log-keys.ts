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
 * The log's own lines in a note, as they are to be shown with our cosignature. Null where no trusted key signed it, or
 * where the line of one fails, which makes the whole note worthless.
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

/** The keys that may sign at a time (unix seconds): those we were given, and those that are announced for by then. */
export function keysAt(given: readonly string[], announced: readonly AnnouncedKey[], atSeconds: number): string[] {
  const due = announced.filter(({ from }) => from <= atSeconds).map(({ vkey }) => vkey);
  return [...new Set([...given, ...due])];
}

/** What is announced after these entries too. A notice that no trusted key has signed announces nothing. */
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
