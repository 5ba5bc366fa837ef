import { LANGUAGES } from '@tercet/contract/languages.ts';
import type en from '../../locales/en.json';
import type { WordGroup } from '../../locales/word-groups.ts';
import type { LocaleCode } from './locales.ts';

export type Messages = typeof en;

type Words = Partial<Messages>;
type Files = Record<string, () => Promise<Words>>;

/** The build cuts each group out of the language file, so these calls must be literal. */
const files: Record<WordGroup, Files> = {
  first: import.meta.glob<Words>('../../locales/*.json', { query: '?words=first', import: 'default' }),
  visitor: import.meta.glob<Words>('../../locales/*.json', { query: '?words=visitor', import: 'default' }),
  guide: import.meta.glob<Words>('../../locales/*.json', { query: '?words=guide', import: 'default' }),
  hostLink: import.meta.glob<Words>('../../locales/*.json', { query: '?words=hostLink', import: 'default' }),
  videos: import.meta.glob<Words>('../../locales/*.json', { query: '?words=videos', import: 'default' }),
  player: import.meta.glob<Words>('../../locales/*.json', { query: '?words=player', import: 'default' }),
  watched: import.meta.glob<Words>('../../locales/*.json', { query: '?words=watched', import: 'default' }),
  play: import.meta.glob<Words>('../../locales/*.json', { query: '?words=play', import: 'default' }),
  person: import.meta.glob<Words>('../../locales/*.json', { query: '?words=person', import: 'default' }),
  settings: import.meta.glob<Words>('../../locales/*.json', { query: '?words=settings', import: 'default' }),
  checklist: import.meta.glob<Words>('../../locales/*.json', { query: '?words=checklist', import: 'default' }),
  money: import.meta.glob<Words>('../../locales/*.json', { query: '?words=money', import: 'default' }),
  records: import.meta.glob<Words>('../../locales/*.json', { query: '?words=records', import: 'default' }),
  told: import.meta.glob<Words>('../../locales/*.json', { query: '?words=told', import: 'default' }),
  myData: import.meta.glob<Words>('../../locales/*.json', { query: '?words=myData', import: 'default' }),
  share: import.meta.glob<Words>('../../locales/*.json', { query: '?words=share', import: 'default' }),
  verify: import.meta.glob<Words>('../../locales/*.json', { query: '?words=verify', import: 'default' }),
  book: import.meta.glob<Words>('../../locales/*.json', { query: '?words=book', import: 'default' }),
  checks: import.meta.glob<Words>('../../locales/*.json', { query: '?words=checks', import: 'default' }),
  house: import.meta.glob<Words>('../../locales/*.json', { query: '?words=house', import: 'default' }),
  help: import.meta.glob<Words>('../../locales/*.json', { query: '?words=help', import: 'default' }),
  desk: import.meta.glob<Words>('../../locales/*.json', { query: '?words=desk', import: 'default' }),
};

export const offeredLocales: LocaleCode[] = LANGUAGES.map((language) => language.code).filter(
  (code) => `../../locales/${code}.json` in files.first,
);

/** Each group of each language is a file of its own, fetched when a page first needs it. */
export async function loadMessages(code: LocaleCode, groups: Iterable<WordGroup>): Promise<Partial<Messages>> {
  const parts = await Promise.all(
    [...groups].map((group) => {
      const load = files[group][`../../locales/${code}.json`];
      if (load === undefined) throw new Error(`no messages of ${group} for ${code}`);
      return load();
    }),
  );
  return Object.assign({}, ...parts);
}
