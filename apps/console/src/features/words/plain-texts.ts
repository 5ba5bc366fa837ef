import { type LanguageCode, onlyWritten, type Texts } from './member-languages.ts';

/** One text per language, as the server stores it: `{"en": "…"}`. */
export type PlainTexts = Readonly<Partial<Record<LanguageCode, string>>>;

/** Converts to the format of the text editor. */
export function textsOf(plain: PlainTexts): Texts<'text'> {
  return Object.fromEntries(Object.entries(plain).map(([code, text]) => [code, { text }]));
}

/** Converts back, without empty texts. */
export function plainOf(texts: Texts<'text'>): PlainTexts {
  return Object.fromEntries(Object.entries(onlyWritten(texts)).map(([code, { text }]) => [code, text]));
}
