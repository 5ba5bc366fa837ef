import type { MediaStore } from 'media-chrome/dist/media-store/media-store.js';
import { type RefObject, useEffect } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { RadioMenu } from '../../../ui/menu/menu.tsx';
import type { Film } from '../film/film.ts';
import { useMedia } from './media.ts';
import { keepRate, type Rate, rates, storedRate } from './preferences.ts';

interface RateMenuProps {
  film: Film;
  store: MediaStore;
  within: RefObject<HTMLElement | null>;
}

/** Menu of playback rates. The choice is stored for the next film. */
export function RateMenu({ film: { video }, store, within }: RateMenuProps) {
  const t = useTranslations('player');
  const format = useFormatter();
  const now = useMedia(store, (media) => media.mediaPlaybackRate ?? 1);
  useEffect(() => {
    // A new source resets the rate to the default, so set the default too.
    video.defaultPlaybackRate = Number(storedRate());
    video.playbackRate = Number(storedRate());
  }, [video]);
  const label = (rate: Rate) => t('rate', { rate: format.number(Number(rate)) });
  const shown = rates.find((rate) => Number(rate) === now) ?? '1';
  return (
    <RadioMenu
      label={t('speed')}
      value={shown}
      options={rates.map((rate) => ({ value: rate, label: label(rate) }))}
      onChange={(rate) => {
        keepRate(rate);
        video.defaultPlaybackRate = Number(rate);
        store.dispatch({ type: 'mediaplaybackraterequest', detail: Number(rate) });
      }}
      within={within}
    >
      {label(shown)}
    </RadioMenu>
  );
}
