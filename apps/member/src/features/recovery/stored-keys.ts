import { onPhone } from '@tercet/contract/text-storage.ts';
import type { VisitorKey, VisitorThread } from '../../api/shared/types.ts';
import { noteAnswered } from './sent-form.ts';

/** The key of a visitor's conversation on this phone. */
export interface StoredKey extends VisitorKey {
  topic: VisitorThread['topic'];
  /** Time of storing, in Unix milliseconds of this phone. */
  atMs: number;
}

/** Each key has a name of its own, so that tabs never overwrite each other's. */
const PREFIX = 'tercet.visitor-thread.';

/** Keys that the phone could not store. They last until the page is closed. */
const inPageOnly = new Map<string, StoredKey>();
let unseen: StoredKey | null = null;

/** Stores a key. False if storage is unavailable or full: only this page then has it. */
export function keepVisitorKey(key: StoredKey): boolean {
  const isStored = onPhone.write(PREFIX + key.number, JSON.stringify(key));
  if (isStored) inPageOnly.delete(key.number);
  else inPageOnly.set(key.number, key);
  return isStored;
}

/** Stores a key that the visitor has not seen yet. */
export function keepNewKey(key: StoredKey): void {
  keepVisitorKey(key);
  unseen = key;
}

/** The key to show; null if the visitor has confirmed the last one. */
export function unseenKey(): StoredKey | null {
  return unseen;
}

export function noteKeySeen(): void {
  unseen = null;
}

/** True if only this page has the key. */
export function isInPageOnly({ number }: VisitorKey): boolean {
  return inPageOnly.has(number);
}

/** All keys of this phone, newest first. */
export function visitorKeys(): StoredKey[] {
  const names = onPhone.names(PREFIX) ?? [];
  const stored = names.map((name) => readStored(onPhone.read(name))).filter((key) => key !== null);
  return [...stored, ...inPageOnly.values()].sort((a, b) => b.atMs - a.atMs || (a.number < b.number ? -1 : 1));
}

export function forgetVisitorKey(number: string): void {
  onPhone.write(PREFIX + number, null);
  noteAnswered(number);
  inPageOnly.delete(number);
  if (unseen?.number === number) unseen = null;
}

function readStored(text: string | null): StoredKey | null {
  try {
    const { number, secret, topic, atMs } = JSON.parse(text ?? 'null') as Partial<StoredKey>;
    if (typeof number !== 'string' || typeof secret !== 'string' || typeof atMs !== 'number') return null;
    return { number, secret, topic: topic === 'registration' ? topic : 'recovery', atMs };
  } catch {
    return null;
  }
}
