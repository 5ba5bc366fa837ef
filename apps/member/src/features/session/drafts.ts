import { createTextStorage, inTab, onPhone, type TextStorage } from '@tercet/contract/text-storage.ts';
import { createMemory } from './memory.ts';

/**
 * Unsent input of members, stored under the member's id. Other members of this browser never see it, and the member
 * finds it again after another one was signed in.
 */

const PREFIX = 'tercet.draft';
/** Prefixes of earlier versions, whose drafts named no member. */
const UNNAMED = ['tercet.slip', 'tercet.owner'];

/**
 * `page`: until the page is closed or reloaded, in memory alone. `tab`: until the tab is closed; browsers that reopen
 * tabs write it to the disk. `phone`: until the member signs out.
 */
export type DraftPlace = 'page' | 'tab' | 'phone';

const memory = createMemory();
const inPage = createTextStorage(() => memory);

/** A stored draft; null if there is none, or storage is unavailable. */
export function readDraft<T>(memberId: string, name: string, place: DraftPlace = 'tab'): T | null {
  try {
    return JSON.parse(textsOf(place).read(keyOf(memberId, name)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Stores a draft; null deletes it. False if storage is unavailable or full: only this page then has the draft. */
export function writeDraft(memberId: string, name: string, value: unknown, place: DraftPlace = 'tab'): boolean {
  return textsOf(place).write(keyOf(memberId, name), value === null ? null : JSON.stringify(value));
}

/** Names of the drafts that start with `start`; null if storage is unavailable. */
export function draftNames(memberId: string, start: string, place: DraftPlace = 'tab'): string[] | null {
  const own = keyOf(memberId, '');
  return (
    textsOf(place)
      .names(own + start)
      ?.map((key) => key.slice(own.length)) ?? null
  );
}

/** Deletes all drafts of a member at sign-out. */
export function forgetDrafts(memberId: string): void {
  sweep((key) => key.startsWith(keyOf(memberId, '')));
}

/** Deletes drafts of earlier versions. Call once, when the app starts. */
export function forgetUnnamedDrafts(): void {
  sweep((key) => UNNAMED.some((start) => key.startsWith(start)));
}

function sweep(isGone: (key: string) => boolean): void {
  for (const texts of [inPage, inTab, onPhone]) {
    for (const key of texts.names('') ?? []) if (isGone(key)) texts.write(key, null);
  }
}

function keyOf(memberId: string, name: string): string {
  return `${PREFIX}.${memberId}.${name}`;
}

function textsOf(place: DraftPlace): TextStorage {
  return { page: inPage, tab: inTab, phone: onPhone }[place];
}
