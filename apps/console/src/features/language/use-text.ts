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
