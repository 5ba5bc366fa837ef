import { onPhone } from '@tercet/contract/text-storage.ts';
import { filled, flat, isLanguage, type Language, type Tree } from './messages.ts';

const STORED = 'tercet.console.language';

/** Each language is a file of its own, so that the page loads one of them. */
const FILES: Readonly<Record<Language, () => Promise<{ default: Tree }>>> = {
  en: () => import('../../locales/en.json'),
  mn: () => import('../../locales/mn.json'),
};

interface Spoken {
  language: Language;
  messages: ReadonlyMap<string, string>;
  /** A message with its values; null for an unknown key. */
  messageOf(key: string, values?: Readonly<Record<string, unknown>>): string | null;
}

let spoken: Spoken = speaking('en', new Map());
let latest: Language = 'en';
let onChange: (language: Language) => void = () => {};
const listeners = new Set<() => void>();

function speaking(language: Language, messages: ReadonlyMap<string, string>): Spoken {
  return { language, messages, messageOf: (key, values = {}) => filled(messages.get(key), values) };
}

/** The reader's language and its messages. */
export const languages = {
  read: (): Spoken => spoken,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /**
   * Loads the stored language, else the browser's, else English. Calls `changed` with each language that is shown,
   * including the first.
   */
  async start(changed: (language: Language) => void): Promise<void> {
    onChange = changed;
    await show(firstLanguage());
  },

  /** Shows a language once its messages are loaded, and remembers it. */
  async choose(language: Language): Promise<void> {
    await show(language);
    if (latest === language) onPhone.write(STORED, language);
  },
};

async function show(language: Language): Promise<void> {
  latest = language;
  const { default: tree } = await FILES[language]();
  // The reader has chosen another language meanwhile.
  if (latest !== language) return;
  spoken = speaking(language, flat(tree));
  onChange(language);
  for (const listener of listeners) listener();
}

function firstLanguage(): Language {
  const stored = onPhone.read(STORED);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}
