import { acceptedTags, type LanguageCode, languageOfTag } from '../languages.ts';
import type { Catalogue, Lottery } from './catalogue.ts';

/** Cache of translated catalogues. It lives as long as the catalogue and has at most twelve languages. */
const made = new WeakMap<Catalogue, Map<LanguageCode, Catalogue>>();

/**
 * The catalogue with names in a reader's language: the first language of an `Accept-Language` header that the club
 * supports and the names exist in. Otherwise in the house's language. The app sends its display language.
 */
export function localizedCatalogue(catalogue: Catalogue, acceptLanguage: string | undefined): Catalogue {
  for (const tag of acceptedTags(acceptLanguage ?? '')) {
    const code = languageOfTag(tag);
    if (code === catalogue.locale) return catalogue;
    if (code !== null && isWritten(catalogue, code)) return inLanguage(catalogue, code);
  }
  return catalogue;
}

function isWritten({ lotteries, classes }: Catalogue, code: LanguageCode): boolean {
  return [...lotteries, ...classes].some(({ texts }) => texts[code] !== undefined);
}

function inLanguage(catalogue: Catalogue, code: LanguageCode): Catalogue {
  const known = made.get(catalogue) ?? new Map<LanguageCode, Catalogue>();
  made.set(catalogue, known);
  const found = known.get(code);
  if (found !== undefined) return found;
  const lotteries = catalogue.lotteries.map((lottery): Lottery => ({ ...lottery, ...lottery.texts[code] }));
  const spoken: Catalogue = {
    ...catalogue,
    classes: catalogue.classes.map((one) => ({ ...one, ...one.texts[code] })),
    lotteries,
    byKey: new Map(lotteries.map((lottery) => [lottery.key, lottery])),
    byId: new Map(lotteries.map((lottery) => [lottery.id, lottery])),
  };
  known.set(code, spoken);
  return spoken;
}
