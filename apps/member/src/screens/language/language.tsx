import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { offeredLocales } from '../../features/language/load-messages.ts';
import { useLocaleControl } from '../../features/language/locale-provider.tsx';
import { type LocaleCode, languageOf } from '../../features/language/locales.ts';
import { useGoBack } from '../../features/person/use-return-path.ts';
import { paths, routeNames, routes } from '../../paths.ts';
import { useFailureText } from '../../ui/load-failure/failure-text.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './language.module.css';

/** `/Language?type`: `type` names the screen to return to, such as `home`. The default is Mine. */
function returnPath(type: string | null): string {
  const name = routeNames.find((route) => route.toLowerCase() === type?.toLowerCase());
  return name === undefined ? paths.mine() : routes[name].path;
}

export function LanguageScreen() {
  const t = useTranslations();
  const [search] = useSearchParams();
  const { locale, choose } = useLocaleControl();
  const [pending, setPending] = useState<LocaleCode | null>(null);
  const back = returnPath(search.get('type'));
  const goBack = useGoBack(back);
  const lostText = useFailureText();

  async function pick(code: LocaleCode): Promise<void> {
    setPending(code);
    try {
      await choose(code);
      goBack();
    } catch (error) {
      say(lostText(error));
    } finally {
      setPending(null);
    }
  }

  return (
    <Screen title={t('titles.language')} back={back}>
      <ul className={styles.list}>
        {offeredLocales.map((code) => {
          const language = languageOf(code);
          return (
            <li key={code}>
              <button
                type="button"
                className={styles.row}
                lang={code}
                dir={language?.dir}
                aria-pressed={code === locale}
                aria-busy={pending === code}
                onClick={() => void pick(code)}
              >
                {language?.name}
                {code === locale ? <Check size={20} strokeWidth={1.75} aria-hidden="true" /> : null}
              </button>
            </li>
          );
        })}
      </ul>
    </Screen>
  );
}
