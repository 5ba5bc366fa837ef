import { useHouse } from '../format/use-money.ts';
import { useLanguage } from '../language/use-text.ts';
import { readAs, type Texts } from './member-languages.ts';

/** What something is called for who reads the console: in his own language where it has words in it. */
export function useHouseWords(): <Field extends string>(texts: Texts<Field>, field: Field) => string {
  const house = useHouse().data?.locale ?? 'en';
  const [language] = useLanguage();
  return (texts, field) => readAs(texts, language, house)?.words[field] ?? '–';
}
