import type en from '../../locales/en.json';

/** Languages of the console. The member app has more. */
export const LANGUAGES = { en: 'English', mn: 'Монгол' } as const;
export type Language = keyof typeof LANGUAGES;

export interface Tree {
  [key: string]: string | Tree;
}

/** Keys of all messages, such as `withdrawals.approve`. */
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}` }[keyof T & string];
export type MessageKey = KeysOf<typeof en>;

export function isLanguage(text: string | null | undefined): text is Language {
  return text === 'en' || text === 'mn';
}

/** A message with its values filled in; null without a message. */
export function filled(message: string | undefined, values: Readonly<Record<string, unknown>>): string | null {
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
