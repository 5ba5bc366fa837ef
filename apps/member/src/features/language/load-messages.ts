import type en from '../../locales/en.json';
import type { LocaleCode } from './locales.ts';
import { languages } from './locales.ts';

export type Messages = typeof en;

const files = import.meta.glob<Messages>('../../locales/*.json', { import: 'default' });

export const offeredLocales: LocaleCode[] = languages
  .map((language) => language.code)
  .filter((code) => `../../locales/${code}.json` in files);

/** Each language is a file of its own, fetched when it is first chosen. */
export async function loadMessages(code: LocaleCode): Promise<Messages> {
  const load = files[`../../locales/${code}.json`];
  if (load === undefined) throw new Error(`no messages for ${code}`);
  return load();
}
