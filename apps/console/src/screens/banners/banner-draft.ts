import type { Banner, BannerForm } from '../../api/house/banners.ts';
import { type LanguageCode, onlyWritten, type Texts } from '../../features/words/member-languages.ts';

export type BannerField = 'title' | 'text';

/** A banner while it is edited. */
export interface BannerDraft {
  texts: Texts<BannerField>;
  link: string;
  /** As typed. */
  position: string;
  made: BannerForm['made'];
  times: { fromMs: number | null; untilMs: number | null };
}

export const NEW_BANNER: BannerDraft = {
  texts: {},
  link: '',
  position: '10',
  made: 'made-1',
  times: { fromMs: null, untilMs: null },
};

/** `house` is the house's language, in which every banner has texts. */
export function draftOf({ words, texts, link, position, made, fromMs, untilMs }: Banner, house: string): BannerDraft {
  return {
    texts: { ...texts, [house]: words },
    link: link ?? '',
    position: String(position),
    made,
    times: { fromMs, untilMs },
  };
}

/** The request body; null without a title in the house's language, or if the position is not a number. */
export function formOf({ texts, link, position, made, times }: BannerDraft, house: string): BannerForm | null {
  const { [house as LanguageCode]: words, ...others } = onlyWritten(texts);
  if (words === undefined || words.title.trim() === '' || !/^\d{1,3}$/.test(position.trim())) return null;
  const place = Number(position.trim());
  return { words, texts: others, link: link.trim() === '' ? null : link.trim(), position: place, made, ...times };
}
