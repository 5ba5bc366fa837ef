import { useHouse } from '../format/use-money.ts';
import { useLanguage } from '../language/use-text.ts';
import { readAs, type Texts } from './member-languages.ts';

/** Text of an item in the reader's language if it has one. */
export function useHouseWords(): <Field extends string>(texts: Texts<Field>, field: Field) => string {
  const house = useHouse().data?.locale ?? 'en';
  const [language] = useLanguage();
  return (texts, field) => readAs(texts, language, house)?.words[field] ?? '–';
}
