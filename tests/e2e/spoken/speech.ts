import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dictionary, type Messages, makeDictionary } from './dictionary.ts';

export const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = { member: 'apps/member/src/locales', console: 'apps/console/src/locales' } as const;

/** Which of the two apps a page shows. */
export type Speaker = keyof typeof FOLDERS;

/** What the pages of journeys speak: TERCET_TEST_LOCALE, English by default. */
export const LOCALE = process.env.TERCET_TEST_LOCALE ?? 'en';

/** What the pages of an app speak: a language that it does not have is English there. */
export function localeOf(speaker: Speaker): string {
  return existsSync(join(ROOT, FOLDERS[speaker], `${LOCALE}.json`)) ? LOCALE : 'en';
}

const known = new Map<Speaker, Dictionary | null>();

/** How to ask the pages of an app; null where they speak English. */
export function speaks(speaker: Speaker): Dictionary | null {
  const found = known.get(speaker);
  if (found !== undefined) return found;
  const locale = localeOf(speaker);
  const made = locale === 'en' ? null : makeDictionary(pairsOf(speaker, locale));
  known.set(speaker, made);
  return made;
}

function pairsOf(speaker: Speaker, locale: string): { english: Messages; other: Messages }[] {
  const folders: string[] = [FOLDERS[speaker]];
  // What stands in the play house is in the reader's language, too.
  if (speaker === 'member') folders.push('dev/films/words', 'apps/server/src/members/agreement');
  return folders.map((folder) => ({ english: messagesIn(folder, 'en'), other: messagesIn(folder, locale) }));
}

function messagesIn(folder: string, locale: string): Messages {
  const messages = new Map<string, string>();
  const walk = (tree: object, prefix: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') messages.set(`${prefix}${key}`, value);
      else if (typeof value === 'object' && value !== null) walk(value, `${prefix}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(join(ROOT, folder, `${locale}.json`), 'utf8')) as object, '');
  return messages;
}
