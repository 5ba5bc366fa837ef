import { LANGUAGES } from '@tercet/contract/languages.ts';
import { fetchWords } from '../../api/shared/app-files.ts';
import type en from '../../locales/en.json';
import type { WordGroup } from '../../locales/word-groups.ts';
import { importFile } from '../load-failure/import-file.ts';
import type { LocaleCode } from './locales.ts';

export type Messages = typeof en;

/** By language, the folder of its words, from `build/word-files.ts`. */
declare const WORD_FOLDERS: Partial<Record<LocaleCode, string>>;

export const offeredLocales: LocaleCode[] = LANGUAGES.map((language) => language.code).filter(
  (code) => WORD_FOLDERS[code] !== undefined,
);

/**
 * Fetches groups of a language's messages. Each group is a JSON file: data rather than a script, which browsers parse
 * faster. Rejects with `LoadFailure`.
 */
export async function loadMessages(code: LocaleCode, groups: Iterable<WordGroup>): Promise<Partial<Messages>> {
  const folder = WORD_FOLDERS[code];
  const parts = await Promise.all(
    [...groups].map((group) => importFile(`/assets/${folder}/${group}.json`, location.origin, fetchWords)),
  );
  return Object.assign({}, ...parts);
}
