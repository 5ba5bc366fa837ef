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
    return JSON.parse(storageOf(place).getItem(keyOf(memberId, name)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Null forgets it. Where storage is closed or full, the draft is known to this page only. */
export function writeDraft(memberId: string, name: string, value: unknown, place: DraftPlace = 'tab'): void {
  try {
    if (value === null) storageOf(place).removeItem(keyOf(memberId, name));
    else storageOf(place).setItem(keyOf(memberId, name), JSON.stringify(value));
  } catch {
    // See above.
  }
}

/** Names of the drafts that begin with `start`. */
export function draftNames(memberId: string, start: string, place: DraftPlace = 'tab'): string[] {
  try {
    const own = keyOf(memberId, '');
    const names = Object.keys(storageOf(place)).filter((key) => key.startsWith(own + start));
    return names.map((key) => key.slice(own.length));
  } catch {
    return [];
  }
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
  for (const place of ['tab', 'phone'] as const) {
    try {
      const storage = storageOf(place);
      for (const key of Object.keys(storage)) if (isGone(key)) storage.removeItem(key);
    } catch {
      // Closed storage holds nothing to forget.
    }
  }
}

function keyOf(memberId: string, name: string): string {
  return `${PREFIX}.${memberId}.${name}`;
}

function storageOf(place: DraftPlace): Storage {
  return place === 'tab' ? sessionStorage : localStorage;
}
