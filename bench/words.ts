import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildMemberApp } from '@tercet/dev/member-app.ts';
import { wordGroups } from '@tercet/member/src/locales/word-groups.ts';
import { report } from './measure.ts';

const LANGUAGE_BYTES = 25_000;
/** What the screens of the budget say beside the first words. */
const SCREENS = { '/Home': [], '/Game': ['visitor'], '/Lottery': ['play'], '/Video': ['videos'] } as const;

/**
 * The words of each language as they are on the wire (gzip): what the fullest of the screens of the budget loads of it,
 * and all that there is, which a visit to every screen would load.
 */
export async function words(): Promise<void> {
  const memberApp = await buildMemberApp();
  for (const [language, groups] of await wordsOf(memberApp)) {
    const bytes = (group: string) => groups.get(group) ?? 0;
    const screens = Object.values(SCREENS).map((more) =>
      ['first', ...more].reduce((sum, each) => sum + bytes(each), 0),
    );
    report(`words ${language}, fullest screen`, Math.max(...screens), 'bytes gzip', LANGUAGE_BYTES);
    const all = [...groups.values()].reduce((sum, each) => sum + each, 0);
    report(`words ${language}, all screens`, all, 'bytes gzip', LANGUAGE_BYTES);
  }
}

/** By language, bytes by group. */
async function wordsOf(memberApp: string): Promise<Map<string, Map<string, number>>> {
  const folder = join(memberApp, 'assets');
  const found = new Map<string, Map<string, number>>();
  for (const file of readdirSync(folder).sort()) {
    const [, language] = /^([a-z]{2}(?:-Hant)?)-[\w-]{8}\.js$/.exec(file) ?? [];
    if (language === undefined) continue;
    const words: unknown = (await import(pathToFileURL(join(folder, file)).href)).default;
    if (typeof words !== 'object' || words === null) continue;
    const groups = found.get(language) ?? new Map<string, number>();
    groups.set(groupOf(Object.keys(words)[0] ?? ''), statSync(join(folder, `${file}.gz`)).size);
    found.set(language, groups);
  }
  return found;
}

function groupOf(namespace: string): string {
  const named = Object.entries(wordGroups).find(([, namespaces]) =>
    (namespaces as readonly string[]).includes(namespace),
  );
  return named?.[0] ?? 'first';
}
