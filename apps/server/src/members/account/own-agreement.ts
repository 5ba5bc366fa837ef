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

/** What every agreement has, whatever else is in it. */
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
 * The agreement of a house that has one of its own, in a file; the one that comes along, which speaks of play credits,
 * where there is no file. Throws one line that names the file, the place in it and what is wrong there.
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

/** Whether it opens, in any language, with what the text for play opens with: that credits have no value. */
function isCopy(texts: Texts): boolean {
  return Object.entries(texts).some(
    ([code, [first]]) => first?.paragraphs[0] === PLAY_AGREEMENTS.read(code).sections[0]?.paragraphs[0],
  );
}
