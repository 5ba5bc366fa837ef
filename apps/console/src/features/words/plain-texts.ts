import { type LanguageCode, onlyWritten, type Texts } from './member-languages.ts';

/** One text for each language, as the server keeps it: `{"en": "…"}`. */
export type PlainTexts = Readonly<Partial<Record<LanguageCode, string>>>;

/** As the editor of words has it. */
export function textsOf(plain: PlainTexts): Texts<'text'> {
  return Object.fromEntries(Object.entries(plain).map(([code, text]) => [code, { text }]));
}

/** The other way round, without what is empty. */
export function plainOf(texts: Texts<'text'>): PlainTexts {
  return Object.fromEntries(Object.entries(onlyWritten(texts)).map(([code, { text }]) => [code, text]));
}
