import { regionalLocale } from '@tercet/money';
import { useCallback, useSyncExternalStore } from 'react';
import { languages } from './language.ts';
import type { Language, MessageKey } from './messages.ts';

type Values = Record<string, string | number>;

function useSpoken() {
  return useSyncExternalStore(languages.subscribe, languages.read);
}

/** Returns messages in the reader's language. */
export function useText(): (key: MessageKey, values?: Values) => string {
  const { messageOf } = useSpoken();
  return useCallback((key, values) => messageOf(key, values) ?? key, [messageOf]);
}

/** Returns the message of a key that the server names; null if the console has none. */
export function useKnownText(): (key: string, values?: Values) => string | null {
  return useSpoken().messageOf;
}

/** The reader's language, and how to change it. The change rejects if the messages cannot be loaded. */
export function useLanguage(): [Language, (next: Language) => Promise<void>] {
  return [useSpoken().language, languages.choose];
}

/** The reader's language with the browser's region, for reading and formatting numbers. */
export function useNumberLocale(): string {
  const [language] = useLanguage();
  return regionalLocale(language, navigator.languages);
}

/** Codes of all named acts of staff. */
export function useActCodes(): readonly string[] {
  const named = 'logged.';
  return [...useSpoken().messages.keys()].flatMap((key) => (key.startsWith(named) ? [key.slice(named.length)] : []));
}
