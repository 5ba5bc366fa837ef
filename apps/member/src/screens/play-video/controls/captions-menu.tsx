import Captions from 'lucide-react/icons/captions';
import CaptionsOff from 'lucide-react/icons/captions-off';
import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import type { Watching } from '../../../api/shared/types.ts';
import { languageOf } from '../../../features/language/locales.ts';
import { RadioMenu } from '../../../ui/menu/menu.tsx';
import type { Film } from '../film/film.ts';
import { useCaptions } from './captions.ts';

interface CaptionsMenuProps {
  film: Film;
  captions: Watching['captions'];
  within: RefObject<HTMLElement | null>;
}

const OFF = 'off';
const ICON = { size: 22, strokeWidth: 1.75 } as const;

export function CaptionsMenu({ film, captions, within }: CaptionsMenuProps) {
  const t = useTranslations('player');
  const { shown, show } = useCaptions(film.video);
  if (captions.length === 0) return null;
  const languages = captions.map(({ locale }) => ({
    value: locale,
    label: languageOf(locale)?.name ?? locale,
    lang: locale,
  }));
  return (
    <RadioMenu
      label={t('captions')}
      value={shown ?? OFF}
      options={[{ value: OFF, label: t('captionsOff') }, ...languages]}
      onChange={(value) => show(value === OFF ? null : value)}
      within={within}
    >
      {shown === null ? <CaptionsOff {...ICON} /> : <Captions {...ICON} />}
    </RadioMenu>
  );
}
