import { plainLetters } from './latin.ts';
import { plainMarks, withoutVowels } from './marks.ts';
import { plainText } from './typed.ts';

/** Letters that the keyboards of neighbours lack, as in `house.search_base`: Mongolian, Tajik, Kazakh, Tatar. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  ...{ ς: 'σ', ө: 'о', ү: 'у', ғ: 'г', қ: 'к', ҳ: 'х', ҷ: 'ч', ґ: 'г', ӊ: 'н', ң: 'н', һ: 'х', җ: 'ж' },
};

/**
 * Whether every word that was typed stands in a text, in any case, width and spelling, with or without accents. Lists
 * that are on the page are searched so; those of the server by the functions of migrations 0120 and 0134.
 */
export function hasWords(text: string, typed: string): boolean {
  const [base, short] = [formOf(text), shortForm(formOf(text))];
  return formOf(typed)
    .split(/\s+/)
    .every((word) => base.includes(word) || short.includes(shortForm(word)));
}

function formOf(text: string): string {
  const plain = plainLetters(withoutVowels(plainText(plainMarks(text)).toLowerCase()));
  return Array.from(plain, (char) => NEIGHBOURS[char] ?? char).join('');
}

/** Ae, oe, ue and aa as one letter. */
function shortForm(form: string): string {
  return form.replaceAll(/([aou])e|a(a)/g, '$1$2');
}
