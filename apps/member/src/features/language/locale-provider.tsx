import { useQueryClient } from '@tanstack/react-query';
import { onPhone } from '@tercet/contract/text-storage.ts';
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
  /** Loads and shows the language, and stores it as the member's choice. */
  choose(code: LocaleCode): Promise<void>;
}

const LocaleContext = createContext<LocaleControl | null>(null);

export function storedLocale(): string | null {
  return onPhone.read(STORED_AS);
}

/** Provides the current language. Call `speak` before the first rendering. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const spoken = useSyncExternalStore(onSpoken, spokenNow);
  const choose = useCallback(
    async (code: LocaleCode) => {
      await speak(code);
      // The server translates the house's texts, so refetch them.
      const reported = [
        keys.house,
        keys.notices,
        keys.commonQuestions,
        keys.videoClasses,
        keys.allVideos,
        keys.featuredVideos,
        keys.anyVideo,
      ];
      const named = [keys.classes, keys.allLotteries, keys.anyLottery, keys.allSlips, keys.statement];
      for (const queryKey of [
        ...reported,
        ...named,
        keys.anyRelated,
        keys.videoHistory,
        keys.watchLater,
        keys.directory,
      ])
        void client.invalidateQueries({ queryKey });
      onPhone.write(STORED_AS, code);
    },
    [client],
  );
  const control = useMemo(() => ({ locale: spoken.locale, choose }), [spoken.locale, choose]);
  // Numbers and dates follow the user's region, messages only the language.
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

/** Text of a message that cannot be formatted. Empty, because its key means nothing to members. */
function nothing(): string {
  return '';
}

export function useLocaleControl(): LocaleControl {
  const control = use(LocaleContext);
  if (control === null) throw new Error('useLocaleControl outside of LocaleProvider');
  return control;
}
