import type { Notice, NoticeForm } from '../../api/house/notices.ts';
import { Problem } from '../../api/shared/problem.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { type LanguageCode, onlyWritten, readAs, type Texts } from '../../features/words/member-languages.ts';

export type NoticeField = 'title' | 'text';

export function textsOf({ texts }: Pick<Notice, 'texts'>): Texts<NoticeField> {
  return Object.fromEntries(texts.map(({ locale, title, text }) => [locale, { title, text }]));
}

/** The texts as the server takes them: only written languages. */
export function sentTexts(texts: Texts<NoticeField>): NoticeForm['texts'] {
  return Object.entries(onlyWritten(texts)).map(([locale, words]) => ({ locale, ...words })) as NoticeForm['texts'];
}

/** Null if each written language has a title. */
export function missingIn(texts: Texts<NoticeField>): Problem | null {
  const written = Object.values(onlyWritten(texts));
  const isWhole = written.length > 0 && written.every(({ title }) => title.trim() !== '');
  return isWhole ? null : new Problem('fill-in', 0);
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
