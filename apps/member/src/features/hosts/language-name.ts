import { languageOf } from '../language/locales.ts';

/** A language's name in that language; its code if the browser does not know it. */
export function ownLanguageName(code: string): string {
  const ours = languageOf(code);
  if (ours !== null) return ours.name;
  try {
    return new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code;
  } catch {
    return code;
  }
}
