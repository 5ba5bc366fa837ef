import { languageOf } from '../language/locales.ts';

/** A language by the name that those who speak it know it by; phones do not know all of them. */
export function ownLanguageName(code: string): string {
  const ours = languageOf(code);
  if (ours !== null) return ours.name;
  try {
    return new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code;
  } catch {
    return code;
  }
}
