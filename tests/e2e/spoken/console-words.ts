import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { MARKS } from './both-words.ts';
import { LOCALE, ROOT } from './speech.ts';

// The console carries its words with it, in a map by their keys: there each gets its English beside it, as those of
// the app do.

const FOLDER = join(ROOT, 'apps/console/src/locales');

/** Languages of the console's own; in any other it is English. */
export const CONSOLE_LOCALE = LOCALE === 'mn' ? LOCALE : 'en';

/** To be called before the first page of the context is opened. */
export async function sayConsoleWords(context: BrowserContext, language: string): Promise<void> {
  const [own, english] = [wordsOf(language), wordsOf('en')];
  const pairs = Object.entries(english).map(([key, said]) => [key, own[key] ?? said, said] as const);
  await context.addInitScript(
    ({ pairs, marks }) => {
      const both = new Map(
        pairs.map(([key, theirs, said]) => [key, [theirs, marks.open + theirs + marks.between + said + marks.close]]),
      );
      const before = Map.prototype.get;
      Map.prototype.get = function (key: unknown) {
        const found = before.call(this, key);
        if (typeof key !== 'string' || typeof found !== 'string') return found;
        const [theirs, said] = (before.call(both, key) as string[] | undefined) ?? [];
        return found === theirs ? said : found;
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
