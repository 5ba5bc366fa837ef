import { regionalLocale } from '@tercet/money';
import { useLocaleState, useTranslate } from 'react-admin';
import { isLanguage, type Language, type MessageKey } from './messages.ts';

/** Writes a message in the reader's language. */
export function useText(): (key: MessageKey, values?: Record<string, string | number>) => string {
  return useTranslate();
}

export function useLanguage(): [Language, (next: Language) => void] {
  const [locale, setLocale] = useLocaleState();
  return [isLanguage(locale) ? locale : 'en', setLocale];
}

/** The language with the region of the browser: numbers are read and written so. */
export function useNumberLocale(): string {
  const [language] = useLanguage();
  return regionalLocale(language, navigator.languages);
}
