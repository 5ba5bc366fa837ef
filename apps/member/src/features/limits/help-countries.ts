import type { HelpOrganisation } from '../../api/shared/types.ts';

/** Country value of organisations that help everywhere. */
export const EVERYWHERE = 'international';

/** Countries that have an organisation. */
export function countriesOf(all: readonly Pick<HelpOrganisation, 'country'>[]): string[] {
  return [...new Set(all.map(({ country }) => country))].filter((country) => country !== EVERYWHERE);
}

/**
 * The country in the user's language tags, such as `de-AT`, if it has an organisation. Else null: a language without a
 * region does not tell the country.
 */
export function likelyCountry(
  all: readonly Pick<HelpOrganisation, 'country'>[],
  languages: readonly string[],
): string | null {
  const known = countriesOf(all);
  const regions = languages.map((language) => regionOf(language));
  return regions.find((region) => region !== undefined && known.includes(region)) ?? null;
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}
