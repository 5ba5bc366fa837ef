/** Languages that Chromium has no numbers and dates for, and the ones whose signs and calendars their readers use. */
const STAND_INS: Readonly<Record<string, string>> = { tg: 'ru' };

/**
 * The language as it is written where the reader is: the first of the browser's tags in that language that names a
 * region, such as es-MX for es. Digits stay those of the language itself. Without such a tag it is the language alone.
 * A language that the browser does not know would be written as English, so it gets its stand-in.
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
