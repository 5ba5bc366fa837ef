/** Languages whose numbers and dates Chromium does not know, and the languages whose conventions their readers use. */
const STAND_INS: Readonly<Record<string, string>> = { tg: 'ru' };

/**
 * Locale of a language in the reader's region: the first browser tag of that language with a region, such as es-MX for
 * es. Digits remain those of the language. Without such a tag, the language alone. A language unknown to the browser
 * gets its stand-in; otherwise it would be formatted as English.
 */
export function regionalLocale(language: string, tags: readonly string[]): string {
  const standIn = STAND_INS[language];
  if (standIn !== undefined && Intl.NumberFormat.supportedLocalesOf(language).length === 0) return standIn;
  const tag = tags.find((one) => one.toLowerCase().startsWith(`${language.toLowerCase()}-`));
  if (tag === undefined) return language;
  try {
    const { numberingSystem } = new Intl.NumberFormat(language).resolvedOptions();
    const { language: base, script, region } = new Intl.Locale(tag);
    return new Intl.Locale([base, script, region].filter(Boolean).join('-'), { numberingSystem }).toString();
  } catch {
    return language;
  }
}
