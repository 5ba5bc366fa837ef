import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useCallback, useMemo, useState } from 'react';
import { IntlProvider } from 'use-intl';
import { setRequestLocale } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { Direction } from '../../ui/direction.tsx';
import type { Messages } from './load-messages.ts';
import { loadMessages } from './load-messages.ts';
import type { LocaleCode } from './locales.ts';
import { languageOf } from './locales.ts';

const STORED_AS = 'tercet.locale';

export interface Spoken {
  locale: LocaleCode;
  messages: Messages;
}

interface LocaleControl {
  locale: LocaleCode;
  /** Loads the language, shows it and remembers it as the member's choice. */
  choose(code: LocaleCode): Promise<void>;
}

const LocaleContext = createContext<LocaleControl | null>(null);

export function storedLocale(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

export async function speak(locale: LocaleCode): Promise<Spoken> {
  const messages = await loadMessages(locale);
  setRequestLocale(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = languageOf(locale)?.dir ?? 'ltr';
  return { locale, messages };
}

export function LocaleProvider({ initial, children }: { initial: Spoken; children: ReactNode }) {
  const client = useQueryClient();
  const [spoken, setSpoken] = useState(initial);
  const choose = useCallback(
    async (code: LocaleCode) => {
      setSpoken(await speak(code));
      // What the house says is in another language now.
      for (const queryKey of [keys.house, keys.notices]) void client.invalidateQueries({ queryKey });
      try {
        localStorage.setItem(STORED_AS, code);
      } catch {
        // The choice then lasts as long as this page.
      }
    },
    [client],
  );
  const control = useMemo(() => ({ locale: spoken.locale, choose }), [spoken.locale, choose]);
  return (
    <LocaleContext value={control}>
      <IntlProvider locale={spoken.locale} messages={spoken.messages} timeZone={timeZone}>
        <Direction dir={languageOf(spoken.locale)?.dir ?? 'ltr'}>{children}</Direction>
      </IntlProvider>
    </LocaleContext>
  );
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useLocaleControl(): LocaleControl {
  const control = use(LocaleContext);
  if (control === null) throw new Error('useLocaleControl outside of LocaleProvider');
  return control;
}
