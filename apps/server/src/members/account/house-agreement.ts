import { z } from 'zod';
import { LANGUAGES, type LanguageCode } from '../../languages.ts';
import { readJsonFile } from '../../process/json-file.ts';
import { type Agreements, agreementsOf, PLAY_AGREEMENTS } from './agreement.ts';

const Text = z.string().trim().min(1).max(10_000);
const Section = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'is no id: small letters, digits and -'),
  title: Text.max(200),
  paragraphs: z.array(Text).min(1).max(200),
});
const Sections = z.array(Section).min(1).max(20);

/** Sections that every agreement must have. */
const NEEDED = ['terms', 'game-rules', 'privacy'];

const File = z.strictObject({
  version: z.number().int().min(1),
  texts: z
    .partialRecord(z.enum(LANGUAGES), Sections)
    .refine((texts) => texts.en !== undefined, 'lacks "en", which is read where a language is missing')
    .refine((texts) => Object.values(texts).every(hasAll), `a text lacks one of ${NEEDED.join(', ')}`)
    .refine(areAlike, 'the sections of each language must be those of "en", in their order'),
});

type Texts = Partial<Record<LanguageCode, z.infer<typeof Sections>>>;

/**
 * Reads the agreement from the house's file, or the built-in text for play credits when `path` is null. Throws an
 * error of one line with the file, the place in it and the fault.
 */
export async function readAgreements(path: string | null): Promise<Agreements> {
  if (path === null) return PLAY_AGREEMENTS;
  const { version, texts } = await readJsonFile('agreement', path, File);
  return agreementsOf(version, texts as Texts & { en: z.infer<typeof Sections> }, isCopy(texts) ? 'copy' : 'own');
}

function hasAll(sections: z.infer<typeof Sections>): boolean {
  return NEEDED.every((id) => sections.some((section) => section.id === id));
}

function areAlike(texts: Texts): boolean {
  const ids = (sections: z.infer<typeof Sections>) => sections.map(({ id }) => id).join(' ');
  return Object.values(texts).every((sections) => ids(sections) === ids(texts.en ?? []));
}

/** True when the text of any language opens like the built-in one, which says that credits have no value. */
function isCopy(texts: Texts): boolean {
  return Object.entries(texts).some(
    ([code, [first]]) => first?.paragraphs[0] === PLAY_AGREEMENTS.read(code).sections[0]?.paragraphs[0],
  );
}
