import { type LanguageCode, languageOfTag } from '../languages.ts';
import type { HouseStatements } from './house-file.ts';
import texts from './privacy.json' with { type: 'json' };

interface Section {
  id: string;
  title: string;
  paragraphs: string[];
}

/** The information of GDPR Article 13. Its placeholders are filled from the house file. */
const TEXTS: Record<LanguageCode, { unstated: string; nothingStated: string; sections: Section[] }> = texts;
const PLACEHOLDER = /\{(\w+)\}/g;
/** A paragraph that consists of one placeholder, without a label. */
const ALONE = /^\{\w+\}$/;
/** What an operator leaves in an unfinished file. */
const UNFINISHED = /[[\]{}…]|\bTODO\b|\bXXX\b/;

/**
 * The text in a language, in English where the club lacks it. Values that the house does not state say so. A paragraph
 * of several values becomes one sentence if the house states none of them.
 */
export function privacyIn(statements: HouseStatements, locale: string | undefined) {
  const code = (locale === undefined ? null : languageOfTag(locale)) ?? 'en';
  const { unstated, nothingStated, sections } = TEXTS[code];
  const values = valuesOf(statements);
  const fill = (text: string): string => {
    const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
    const isLabelled = names.length === 1 && !ALONE.test(text);
    if (names.length > 0 && !isLabelled && names.every((name) => values[name] === undefined)) return nothingStated;
    return text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? unstated);
  };
  const filled = sections.map(({ id, title, paragraphs }) => ({
    id,
    title,
    paragraphs: [...new Set(paragraphs.map(fill))],
  }));
  return { locale: code, sections: filled };
}

/** Names of the placeholders that the house does not fill, or fills with another placeholder. */
export function unfilledPrivacy(statements: HouseStatements): string[] {
  const values = valuesOf(statements);
  const used = TEXTS.en.sections.flatMap(({ paragraphs }) =>
    paragraphs.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
  );
  return [...new Set(used)].filter((name) => UNFINISHED.test(values[name] ?? '…'));
}

function valuesOf({ operator, privacy }: HouseStatements): Record<string, string | undefined> {
  return {
    operator: operator?.name,
    address: operator?.address,
    contact: operator?.contact.replace(/^mailto:/, ''),
    officer: privacy?.officer,
    bases: privacy?.bases,
    recipients: privacy?.recipients,
    transfers: privacy?.transfers,
    authority: privacy?.authority.name,
    authorityLink: privacy?.authority.link,
  };
}
