import type { CommonQuestion } from '../../api/house/common-questions.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { readAs } from '../../features/words/member-languages.ts';

/** The question in English, else the house's language, else any. */
export function useQuestionName(): (one: CommonQuestion) => string {
  const house = useHouse().data?.locale ?? 'en';
  return ({ texts }) => readAs(texts, 'en', house)?.words.question ?? '';
}
