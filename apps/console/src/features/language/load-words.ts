import { readWordFile } from '../../api/shared/word-files.ts';
import { flat, type Language } from './messages.ts';

type Texts = ReadonlyMap<string, string>;

/** Folder of the texts of each part, as the page of a build lists them; null outside of a build. */
const folders = listed();
const loaded = new Map<string, Promise<Texts>>();

function listed(): Readonly<Record<string, string>> | null {
  const list = typeof document === 'undefined' ? null : document.getElementById('word-files');
  return JSON.parse(list?.textContent ?? 'null');
}

/** The texts of a part of the console, by key. Rejects if they cannot be loaded. */
export function loadWords(language: Language, part: string): Promise<Texts> {
  if (folders === null) return wholeLanguage(language);
  const id = folders[part];
  if (id === undefined) return Promise.resolve(new Map());
  const url = `/console/assets/words/${id}/${language}.json`;
  const known = loaded.get(url) ?? readWordFile(url);
  loaded.set(url, known);
  known.catch(() => loaded.delete(url));
  return known;
}

/** Outside of a build, each language is one file. */
async function wholeLanguage(language: Language): Promise<Texts> {
  const file = language === 'mn' ? import('../../locales/mn.json') : import('../../locales/en.json');
  return flat((await file).default);
}
