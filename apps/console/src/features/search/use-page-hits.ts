import { useQuery } from '@tanstack/react-query';
import { plainText } from '@tercet/contract/words.ts';
import { languages } from '../language/language.ts';
import { useLanguage, useText } from '../language/use-text.ts';
import { useMay } from '../session/store.ts';
import { findPages, type NamedPage, type PageHit } from './named-pages.ts';

/** The pages that the typed text names and that the role may open. The server is not asked. */
export function usePageHits(pages: readonly NamedPage[], typed: string): PageHit[] {
  const t = useText();
  const may = useMay();
  const [language] = useLanguage();
  const other = language === 'mn' ? 'en' : 'mn';
  const { data: texts } = useQuery({
    queryKey: ['texts', other],
    queryFn: () => languages.textsIn(other),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const open = pages.filter(({ needs }) => needs === undefined || may(needs));
  return findPages(open, plainText(typed), t, (title) => texts?.get(title));
}
