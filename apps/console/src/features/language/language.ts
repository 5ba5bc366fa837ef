import { onPhone } from '@tercet/contract/text-storage.ts';
import { loadWords } from './load-words.ts';
import { filled, isLanguage, type Language } from './messages.ts';

const STORED = 'tercet.console.language';
/** The texts of the first page. */
const FIRST_WORDS = 'first';

interface Spoken {
  language: Language;
  messages: ReadonlyMap<string, string>;
  /** A message with its values; null for an unknown key. */
  messageOf(key: string, values?: Readonly<Record<string, unknown>>): string | null;
}

let spoken: Spoken = speaking('en', new Map());
let latest: Language = firstLanguage();
/** Null until the first language is loaded. */
let shown: Language | null = null;
let onChange: (language: Language) => void = () => {};
/** Parts of the console whose texts are loaded, or load. */
const parts = new Set<string>([FIRST_WORDS]);
const listeners = new Set<() => void>();

function speaking(language: Language, messages: ReadonlyMap<string, string>): Spoken {
  return { language, messages, messageOf: (key, values = {}) => filled(messages.get(key), values) };
}

/** The reader's language and the messages of the loaded parts. */
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
    shown = null;
    latest = firstLanguage();
    await show();
  },

  /** Shows a language once its messages are loaded, and remembers it. Rejects and keeps the current one otherwise. */
  async choose(language: Language): Promise<void> {
    latest = language;
    try {
      await show();
    } catch (error) {
      latest = spoken.language;
      throw error;
    }
    if (latest === language) onPhone.write(STORED, language);
  },

  /** The messages of the loaded parts in a language, which need not be the reader's. */
  textsIn: (language: Language): Promise<Spoken['messages']> => readAll(language),

  /** Loads the messages of a part that is about to be shown. */
  async add(part: string): Promise<void> {
    parts.add(part);
    try {
      await show();
    } catch (error) {
      parts.delete(part);
      throw error;
    }
  },
};

/** Loads what is missing of the latest language, and shows it. */
async function show(): Promise<void> {
  const language = latest;
  const messages = await readAll(language);
  // The reader has chosen another language meanwhile.
  if (latest !== language) return show();
  spoken = speaking(language, messages);
  // More texts of the same language concern only what is not shown yet.
  if (shown === language) return;
  shown = language;
  onChange(language);
  for (const listener of listeners) listener();
}

async function readAll(language: Language): Promise<Spoken['messages']> {
  const texts = await Promise.all([...parts].map((part) => loadWords(language, part)));
  return new Map(texts.flatMap((some) => [...some]));
}

function firstLanguage(): Language {
  const stored = onPhone.read(STORED);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}
