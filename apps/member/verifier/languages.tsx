import { type ReactNode, useEffect, useState } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import { chooseLocale, LAST_RESORT, type LocaleCode, languageOf } from '../src/features/language/locales.ts';
import { Direction } from '../src/ui/direction.tsx';
import styles from './verifier.module.css';
import type { Words } from './words.ts';

/** The page inlines all languages, since it must work offline. */
const files = import.meta.glob<Words>('../src/locales/*.json', {
  query: '?words=verifier',
  import: 'default',
  eager: true,
});
const offered = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, '') as LocaleCode);
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** Provides texts in the reader's language, with a switch. The choice is not stored. */
export function Languages({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState(
    () => chooseLocale({ member: null, browser: navigator.languages, house: null }, offered) ?? LAST_RESORT,
  );
  const direction = languageOf(locale)?.dir ?? 'ltr';
  useEffect(() => {
    document.documentElement.lang = locale;
    document.documentElement.dir = direction;
  }, [locale, direction]);
  return (
    <IntlProvider locale={locale} messages={files[`../src/locales/${locale}.json`] as Words} timeZone={timeZone}>
      <Direction dir={direction}>
        {children}
        <Choice chosen={locale} onChoose={setLocale} />
      </Direction>
    </IntlProvider>
  );
}

function Choice({ chosen, onChoose }: { chosen: LocaleCode; onChoose(code: LocaleCode): void }) {
  const t = useTranslations('titles');
  return (
    <footer className={styles.foot}>
      <label className={styles.language}>
        {t('language')}
        <select value={chosen} onChange={(event) => onChoose(event.target.value as LocaleCode)}>
          {offered.map((code) => (
            <option key={code} value={code} lang={code} dir={languageOf(code)?.dir}>
              {languageOf(code)?.name}
            </option>
          ))}
        </select>
      </label>
    </footer>
  );
}
