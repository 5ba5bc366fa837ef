import type { Notice } from '../../api/house/notices.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { type LanguageCode, readAs, type Texts } from '../../features/words/member-languages.ts';

export type NoticeField = 'title' | 'text';

export function textsOf({ texts }: Pick<Notice, 'texts'>): Texts<NoticeField> {
  return Object.fromEntries(texts.map(({ locale, title, text }) => [locale, { title, text }]));
}

/** Title of a notice for staff: as most members read it, or the name of an automatic notice. */
export function useNoticeName(): (notice: Notice) => string {
  const t = useText();
  const house = useHouse().data?.locale ?? 'en';
  return (notice) => {
    if (notice.code !== null) return t(`notices.code.${notice.code}`);
    return readAs(textsOf(notice), house as LanguageCode, house)?.words.title ?? '–';
  };
}
