import { setRequestLocale } from '../../api/shared/client.ts';
import type { WordGroup } from '../../locales/word-groups.ts';
import type { Messages } from './load-messages.ts';
import { loadMessages } from './load-messages.ts';
import type { LocaleCode } from './locales.ts';
import { LAST_RESORT, languageOf } from './locales.ts';

export interface Spoken {
  locale: LocaleCode;
  /** Messages of all groups loaded so far. Further groups are added in place, before what uses them is shown. */
  messages: Messages;
}

let spoken: Spoken = { locale: LAST_RESORT, messages: {} as Messages };
/** Groups that a change of language must load. */
const needed = new Set<WordGroup>(['first']);
const arrived = new Set<WordGroup>();
const listeners = new Set<() => void>();

export function spokenNow(): Spoken {
  return spoken;
}

export function onSpoken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Switches the language, with all groups in use. Rejects without a change if they cannot be loaded. */
export async function speak(locale: LocaleCode): Promise<void> {
  let groups: WordGroup[];
  let messages: Partial<Messages>;
  do {
    groups = [...needed];
    messages = await loadMessages(locale, groups);
    // A screen may have opened in the meantime.
  } while (groups.length < needed.size);
  setRequestLocale(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = languageOf(locale)?.dir ?? 'ltr';
  for (const group of groups) arrived.add(group);
  set({ locale, messages: messages as Messages });
}

/** Loads message groups in the current language, before something shows them. */
async function need(groups: readonly WordGroup[]): Promise<void> {
  const missing = groups.filter((group) => !arrived.has(group));
  if (missing.length === 0) return;
  for (const group of missing) needed.add(group);
  const { locale } = spoken;
  const words = await loadMessages(locale, missing);
  // The language has changed in the meantime, perhaps without these groups.
  if (spoken.locale !== locale) return need(groups);
  for (const group of missing) arrived.add(group);
  // In place: a new object would render the whole page again, and nothing on it uses these messages yet.
  Object.assign(spoken.messages, words);
}

/** Loads a part of the app together with its message groups. */
export async function withWords<T>(groups: readonly WordGroup[], load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), need(groups)]);
  return loaded;
}

function set(next: Spoken): void {
  spoken = next;
  for (const listener of listeners) listener();
}
