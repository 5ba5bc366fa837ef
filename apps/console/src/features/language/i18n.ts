import { onPhone } from '@tercet/contract/text-storage.ts';
import type { I18nProvider } from 'react-admin';
import { isLanguage, LANGUAGES, type Language, messageOf } from './messages.ts';

const STORED = 'tercet.console.language';

/** The stored choice, else the browser's language, else English. */
function firstLanguage(): Language {
  const chosen = readStored();
  if (chosen) return chosen;
  const preferred = navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage);
  return preferred ?? 'en';
}

/**
 * i18n provider of react-admin, for its messages and ours. Calls `onChange` with each language, including the first.
 */
export function createI18n(onChange: (language: Language) => void): I18nProvider {
  let language = firstLanguage();
  onChange(language);
  return {
    translate: (key, values = {}) => messageOf(language, key, values) ?? String(values._ ?? key),
    async changeLocale(next: string) {
      if (!isLanguage(next)) return;
      language = next;
      onChange(next);
      onPhone.write(STORED, next);
    },
    getLocale: () => language,
    getLocales: () => Object.entries(LANGUAGES).map(([locale, name]) => ({ locale, name })),
  };
}

function readStored(): Language | null {
  const stored = onPhone.read(STORED);
  return isLanguage(stored) ? stored : null;
}
