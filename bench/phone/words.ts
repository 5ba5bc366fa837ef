import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { report } from '../kit/measure.ts';

const LANGUAGE_BYTES = 25_000;
/** Groups of texts that the budgeted screens load besides the first one. */
const SCREENS = { '/Home': [], '/Game': ['visitor'], '/Lottery': ['play'], '/Video': ['videos'] } as const;

/**
 * Size of each language's texts on the wire (gzip): the most that a budgeted screen loads, and all together, as a visit
 * to every screen loads.
 */
export async function words(): Promise<void> {
  const memberApp = await buildMemberApp();
  for (const [language, groups] of wordsOf(memberApp)) {
    const bytes = (group: string) => groups.get(group) ?? 0;
    const screens = Object.values(SCREENS).map((more) =>
      ['first', ...more].reduce((sum, each) => sum + bytes(each), 0),
    );
    report(`words ${language}, fullest screen`, Math.max(...screens), 'bytes gzip', LANGUAGE_BYTES);
    const all = [...groups.values()].reduce((sum, each) => sum + each, 0);
    report(`words ${language}, all screens`, all, 'bytes gzip', LANGUAGE_BYTES);
  }
}

/** Bytes by language and group. Each language has its own folder. */
function wordsOf(memberApp: string): Map<string, Map<string, number>> {
  const folder = join(memberApp, 'assets');
  const found = new Map<string, Map<string, number>>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [, language] = /^([a-z]{2}(?:-Hant)?)-[0-9a-f]{8}$/.exec(entry.name) ?? [];
    if (language === undefined || !entry.isDirectory()) continue;
    const files = readdirSync(join(folder, entry.name)).filter((name) => name.endsWith('.json'));
    const bytes = (name: string) => statSync(join(folder, entry.name, `${name}.gz`)).size;
    found.set(language, new Map(files.map((name) => [basename(name, '.json'), bytes(name)])));
  }
  return found;
}
