import { useQueryClient } from '@tanstack/react-query';
import { onPhone } from '@tercet/contract/kept-texts.ts';
import { regionalLocale } from '@tercet/money';
import type { ReactNode } from 'react';
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import { IntlProvider } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import { Direction } from '../../ui/direction.tsx';
import { onSpoken, speak, spokenNow } from './active-language.ts';
import type { LocaleCode } from './locales.ts';
import { languageOf } from './locales.ts';

const STORED_AS = 'tercet.locale';

interface LocaleControl {
  locale: LocaleCode;
  /** Loads the language, shows it and remembers it as the member's choice. */
  choose(code: LocaleCode): Promise<void>;
}

const LocaleContext = createContext<LocaleControl | null>(null);

export function storedLocale(): string | null {
  return onPhone.read(STORED_AS);
}

/** Shows what is inside in the language that is spoken; the first one must be spoken before (`speak`). */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const spoken = useSyncExternalStore(onSpoken, spokenNow);
  const choose = useCallback(
    async (code: LocaleCode) => {
      await speak(code);
      // The house's texts change with the language.
      const told = [keys.house, keys.notices, keys.videoClasses, keys.allVideos, keys.featuredVideos, keys.anyVideo];
      const named = [keys.classes, keys.allLotteries, keys.anyLottery, keys.allSlips, keys.statement];
      for (const queryKey of [...told, ...named, keys.anyRelated, keys.videoHistory, keys.directory])
        void client.invalidateQueries({ queryKey });
      onPhone.write(STORED_AS, code);
    },
    [client],
  );
  const control = useMemo(() => ({ locale: spoken.locale, choose }), [spoken.locale, choose]);
  // Numbers and dates as the reader's region writes them; words are of the language alone.
  const locale = regionalLocale(spoken.locale, navigator.languages);
  return (
    <LocaleContext value={control}>
      <IntlProvider locale={locale} messages={spoken.messages} timeZone={timeZone} getMessageFallback={nothing}>
        <Direction dir={languageOf(spoken.locale)?.dir ?? 'ltr'}>{children}</Direction>
      </IntlProvider>
    </LocaleContext>
  );
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Logs a message that cannot be formatted. Its key is no text for members. */
function nothing(): string {
  return '';
}

export function useLocaleControl(): LocaleControl {
  const control = use(LocaleContext);
  if (control === null) throw new Error('useLocaleControl outside of LocaleProvider');
  return control;
}
