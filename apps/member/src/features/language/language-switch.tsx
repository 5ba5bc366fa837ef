import ChevronDown from 'lucide-react/icons/chevron-down';
import Languages from 'lucide-react/icons/languages';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFailureText } from '../../ui/load-failure/failure-text.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './language-switch.module.css';
import { offeredLocales } from './load-messages.ts';
import { useLocaleControl } from './locale-provider.tsx';
import { type LocaleCode, languageOf } from './locales.ts';

/** Changes the language in place, so that nothing typed on the page is lost. */
export function LanguageSwitch() {
  const t = useTranslations('titles');
  const failureText = useFailureText();
  const { locale, choose } = useLocaleControl();
  const [pending, setPending] = useState<LocaleCode | null>(null);

  async function pick(code: LocaleCode): Promise<void> {
    setPending(code);
    try {
      await choose(code);
    } catch (error) {
      say(failureText(error));
    } finally {
      setPending(null);
    }
  }

  return (
    <label className={styles.switch}>
      <Languages size={20} strokeWidth={1.75} aria-hidden="true" />
      <select
        className={styles.select}
        aria-label={t('language')}
        value={pending ?? locale}
        aria-busy={pending !== null}
        onChange={(event) => void pick(event.target.value as LocaleCode)}
      >
        {offeredLocales.map((code) => (
          <option key={code} value={code} lang={code}>
            {languageOf(code)?.name}
          </option>
        ))}
      </select>
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className={styles.open} />
    </label>
  );
}
