import { hasWords } from '@tercet/contract/words.ts';
import type { CommonQuestion } from '../../api/house/desk.ts';

type Texts = Pick<CommonQuestion, 'question' | 'answer'>;

/** Shorter words, such as articles, match every question. */
const LETTERS_MIN = 3;
/** Scripts whose words are often shorter. */
const SHORT_WORDS = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2}/u;

/** The questions whose question or answer has every typed word. */
export function foundQuestions<T extends Texts>(questions: readonly T[], typed: string): T[] {
  return questions.filter((one) => typed.trim() === '' || hasWords(textOf(one), typed));
}

/**
 * At most `max` questions for a message that is being typed: those that share the most words with it, then the first of
 * the others, so that the length of the list stays the same. `locale` decides where words end.
 */
export function closestQuestions<T extends Texts>(
  questions: readonly T[],
  { typed, locale, max }: { typed: string; locale: string; max: number },
): T[] {
  const words = wordsOf(typed, locale);
  const shared = (one: T) => words.filter((word) => hasWords(textOf(one), word)).length;
  const ranked = questions.map((one) => ({ one, count: shared(one) }));
  return ranked
    .toSorted((a, b) => b.count - a.count)
    .slice(0, max)
    .map(({ one }) => one);
}

function wordsOf(text: string, locale: string): string[] {
  const segments = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)];
  const words = segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment.toLowerCase());
  return [...new Set(words)].filter((word) => word.length >= LETTERS_MIN || SHORT_WORDS.test(word));
}

function textOf({ question, answer }: Texts): string {
  return `${question} ${answer}`;
}
