/**
 * The language as it is written where the reader is: the first of the browser's tags in that language that names a
 * region, such as es-MX for es. Digits stay those of the language itself. Without such a tag it is the language alone.
 */
export function regionalLocale(language: string, tags: readonly string[]): string {
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
