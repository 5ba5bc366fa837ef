import { useLocale } from 'use-intl';

/** Separators that differ from the comma of Latin and Cyrillic scripts, by language. */
const SEPARATORS: Record<string, string> = { ar: '، ', zh: '、', ja: '、' };

/**
 * A list without "and", with the comma of the language: "A, B, C". `Intl.ListFormat` writes some languages without
 * any separator.
 */
export function listText(locale: string, items: readonly (string | number)[]): string {
  return items.join(SEPARATORS[locale.split('-', 1)[0] ?? ''] ?? ', ');
}

export function useListText(): (items: readonly (string | number)[]) => string {
  const locale = useLocale();
  return (items) => listText(locale, items);
}
