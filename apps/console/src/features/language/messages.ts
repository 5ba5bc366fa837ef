import en from '../../locales/en.json';
import mn from '../../locales/mn.json';

/** The console speaks what its staff speak; members have more languages. */
export const LANGUAGES = { en: 'English', mn: 'Монгол' } as const;
export type Language = keyof typeof LANGUAGES;

interface Tree {
  [key: string]: string | Tree;
}

/** The keys of all messages, such as `withdrawals.approve`. */
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}` }[keyof T & string];
export type MessageKey = KeysOf<typeof en>;

/** Codes of all acts of staff that have a name. */
export const ACTS: readonly string[] = Object.keys(en.logged);

const MESSAGES: Record<Language, ReadonlyMap<string, string>> = { en: flat(en), mn: flat(mn) };

export function isLanguage(text: string | null | undefined): text is Language {
  return text === 'en' || text === 'mn';
}

/** A message with its values put in; null where there is none under this key. */
export function messageOf(language: Language, key: string, values: Readonly<Record<string, unknown>>): string | null {
  const message = MESSAGES[language].get(key);
  return message?.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')) ?? null;
}

/** Each message under its whole key. */
export function flat(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}
