import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { MARKS } from './both-words.ts';
import { LOCALE, ROOT } from './speech.ts';

// The console's bundle contains its words in a map by key. Each gets its English there, as in the app.

const FOLDER = join(ROOT, 'apps/console/src/locales');

/** The language of the console: English unless it has a translation. */
export const CONSOLE_LOCALE = LOCALE === 'mn' ? LOCALE : 'en';

/** Call it before opening the context's first page. */
export async function showBothInConsole(context: BrowserContext, language: string): Promise<void> {
  const [own, english] = [wordsOf(language), wordsOf('en')];
  const pairs = Object.entries(english).map(([key, texts]) => [key, own[key] ?? texts, texts] as const);
  await context.addInitScript(
    ({ pairs, marks }) => {
      const both = new Map(
        pairs.map(([key, theirs, texts]) => [key, [theirs, marks.open + theirs + marks.between + texts + marks.close]]),
      );
      const before = Map.prototype.get;
      Map.prototype.get = function (key: unknown) {
        const found = before.call(this, key);
        if (typeof key !== 'string' || typeof found !== 'string') return found;
        const [theirs, texts] = (before.call(both, key) as string[] | undefined) ?? [];
        return found === theirs ? texts : found;
      };
    },
    { pairs, marks: MARKS },
  );
}

function wordsOf(language: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (tree: object, prefix: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') found[prefix + key] = value;
      else walk(value as object, `${prefix}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as object, '');
  return found;
}
