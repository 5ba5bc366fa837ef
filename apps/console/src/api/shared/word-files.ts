import { flat, type Language } from '../../features/language/messages.ts';

const TIMEOUT_MS = 10_000;

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
  const known = loaded.get(url) ?? read(url);
  loaded.set(url, known);
  known.catch(() => loaded.delete(url));
  return known;
}

async function read(url: string): Promise<Texts> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Map(Object.entries((await response.json()) as Record<string, string>));
}

/** Outside of a build, each language is one file. */
async function wholeLanguage(language: Language): Promise<Texts> {
  const file = language === 'mn' ? import('../../locales/mn.json') : import('../../locales/en.json');
  return flat((await file).default);
}
