import Languages from 'lucide-react/icons/languages';
import SunMoon from 'lucide-react/icons/sun-moon';
import { useTranslations } from 'use-intl';
import { paths, type RouteName } from '../../paths.ts';
import { RowLink, RowOf } from '../../ui/row/row.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { useLocaleControl } from '../language/locale-provider.tsx';
import { languageOf } from '../language/locales.ts';
import { ROUND_TRIP } from '../person/use-return-path.ts';
import { chooseTheme, themes, useTheme } from './appearance.ts';

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Settings for language and appearance on this phone. `type`: the screen that the language screen returns to. */
export function LookRows({ type }: { type: RouteName }) {
  const t = useTranslations();
  const { locale } = useLocaleControl();
  const theme = useTheme();
  return (
    <>
      <RowLink
        to={paths.language(type)}
        state={ROUND_TRIP}
        icon={<Languages {...ICON} />}
        label={t('titles.language')}
        note={languageOf(locale)?.name}
      />
      <RowOf icon={<SunMoon {...ICON} />} label={t('appearance.label')}>
        <Segments
          look="compact"
          label={t('appearance.label')}
          value={theme}
          options={themes.map((value) => ({ value, label: t(`appearance.theme.${value}`) }))}
          onChange={chooseTheme}
        />
      </RowOf>
    </>
  );
}
