import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { RadioMenu } from '../../../ui/menu/menu.tsx';
import type { Film, FilmState } from '../film/film.ts';

interface SizeMenuProps {
  film: Film;
  state: FilmState;
  within: RefObject<HTMLElement | null>;
}

const AUTO = 'auto';

/** Menu of picture heights: automatic by bandwidth, or fixed. Null without a choice. */
export function SizeMenu({ film, state: { sizes, chosen, size }, within }: SizeMenuProps) {
  const t = useTranslations('player');
  if (sizes.length < 2) return null;
  const written = (height: number) => t('size', { height: String(height) });
  const auto = size === null ? t('auto') : t('autoSize', { size: written(size) });
  return (
    <RadioMenu
      label={t('quality')}
      value={chosen === null ? AUTO : String(chosen)}
      options={[
        { value: AUTO, label: auto },
        ...sizes.map((height) => ({ value: String(height), label: written(height) })),
      ]}
      onChange={(value) => film.choose(value === AUTO ? null : Number(value))}
      within={within}
    >
      {size === null ? t('auto') : written(size)}
    </RadioMenu>
  );
}
