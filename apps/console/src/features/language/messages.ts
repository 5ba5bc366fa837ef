import en from '../../locales/en.json';
import mn from '../../locales/mn.json';

/** Languages of the console. The member app has more. */
export const LANGUAGES = { en: 'English', mn: 'Монгол' } as const;
export type Language = keyof typeof LANGUAGES;

interface Tree {
  [key: string]: string | Tree;
}

/** Keys of all messages, such as `withdrawals.approve`. */
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}` }[keyof T & string];
export type MessageKey = KeysOf<typeof en>;

/** Codes of all named acts of staff. */
export const ACTS: readonly string[] = Object.keys(en.logged);

const MESSAGES: Record<Language, ReadonlyMap<string, string>> = { en: flat(en), mn: flat(mn) };

export function isLanguage(text: string | null | undefined): text is Language {
  return text === 'en' || text === 'mn';
}

/** A message with its values filled in; null for an unknown key. */
export function messageOf(language: Language, key: string, values: Readonly<Record<string, unknown>>): string | null {
  const message = MESSAGES[language].get(key);
  return message?.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')) ?? null;
}

/** All messages by full key. */
export function flat(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}
