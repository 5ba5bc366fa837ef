import { inTab, type KeptTexts, onPhone } from '@tercet/contract/kept-texts.ts';

/**
 * What a member typed and has not sent. Each draft is kept under the member's id, so that no other member of this
 * browser is ever shown it, and the member finds it again after another was signed in.
 */

const PREFIX = 'tercet.draft';
/** Drafts of before, which did not say whose they were. */
const UNNAMED = ['tercet.slip', 'tercet.owner'];

/** `tab`: as long as the tab lives. `phone`: until the member signs out. */
export type DraftPlace = 'tab' | 'phone';

/** Null where nothing is kept, or storage is closed. */
export function readDraft<T>(memberId: string, name: string, place: DraftPlace = 'tab'): T | null {
  try {
    return JSON.parse(textsOf(place).read(keyOf(memberId, name)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Null forgets it. False where storage is closed or full: the draft is then known to this page only. */
export function writeDraft(memberId: string, name: string, value: unknown, place: DraftPlace = 'tab'): boolean {
  return textsOf(place).write(keyOf(memberId, name), value === null ? null : JSON.stringify(value));
}

/** Names of the drafts that begin with `start`; null where storage is closed. */
export function draftNames(memberId: string, start: string, place: DraftPlace = 'tab'): string[] | null {
  const own = keyOf(memberId, '');
  return (
    textsOf(place)
      .names(own + start)
      ?.map((key) => key.slice(own.length)) ?? null
  );
}

/** Forgets all drafts of a member, who signs out. */
export function forgetDrafts(memberId: string): void {
  sweep((key) => key.startsWith(keyOf(memberId, '')));
}

/** To be called once, at the start of the app. */
export function forgetUnnamedDrafts(): void {
  sweep((key) => UNNAMED.some((start) => key.startsWith(start)));
}

function sweep(isGone: (key: string) => boolean): void {
  for (const texts of [inTab, onPhone]) {
    for (const key of texts.names('') ?? []) if (isGone(key)) texts.write(key, null);
  }
}

function keyOf(memberId: string, name: string): string {
  return `${PREFIX}.${memberId}.${name}`;
}

function textsOf(place: DraftPlace): KeptTexts {
  return place === 'tab' ? inTab : onPhone;
}
