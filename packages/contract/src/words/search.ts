import { plainLetters } from './latin.ts';
import { plainMarks, withoutVowels } from './marks.ts';
import { plainText } from './typed.ts';

/** Letters that the keyboards of neighbours lack, as in `house.search_base`: Mongolian, Tajik, Kazakh, Tatar. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  ...{ ς: 'σ', ө: 'о', ү: 'у', ғ: 'г', қ: 'к', ҳ: 'х', ҷ: 'ч', ґ: 'г', ӊ: 'н', ң: 'н', һ: 'х', җ: 'ж' },
};

/**
 * Whether a text has every word that was typed, or all of them as one word, in any case, width and spelling, with or
 * without accents and punctuation. Searches lists that are on the page; the server uses `house.search_names`.
 */
export function hasWords(text: string, typed: string): boolean {
  const [base, joined, requested] = [formOf(text), joinedForm(formOf(text)), formOf(typed)];
  if (base.includes(requested)) return true;
  const whole = joinedForm(requested);
  if (whole !== '' && joined.includes(whole)) return true;
  const words = requested.split(/\s+/).map(joinedForm).filter(Boolean);
  return words.length > 0 && words.every((word) => shortForm(base).includes(word));
}

const SPACES_AND_SIGNS = /[\s\p{P}\p{S}]+/gu;

function joinedForm(form: string): string {
  return shortForm(form).replaceAll(SPACES_AND_SIGNS, '');
}

function formOf(text: string): string {
  const plain = plainLetters(withoutVowels(plainText(plainMarks(text)).toLowerCase()));
  return Array.from(plain, (char) => NEIGHBOURS[char] ?? char).join('');
}

/** Ae, oe, ue and aa as one letter. */
function shortForm(form: string): string {
  return form.replaceAll(/([aou])e|a(a)/g, '$1$2');
}
