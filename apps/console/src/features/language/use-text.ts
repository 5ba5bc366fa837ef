import { regionalLocale } from '@tercet/money';
import { useLocaleState, useTranslate } from 'react-admin';
import { isLanguage, type Language, type MessageKey } from './messages.ts';

/** Returns messages in the reader's language. */
export function useText(): (key: MessageKey, values?: Record<string, string | number>) => string {
  return useTranslate();
}

export function useLanguage(): [Language, (next: Language) => void] {
  const [locale, setLocale] = useLocaleState();
  return [isLanguage(locale) ? locale : 'en', setLocale];
}

/** The reader's language with the browser's region, for reading and formatting numbers. */
export function useNumberLocale(): string {
  const [language] = useLanguage();
  return regionalLocale(language, navigator.languages);
}
