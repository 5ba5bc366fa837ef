import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screenMessages } from '../app/screen-messages.ts';
import type { RouteName } from '../paths.ts';
import english from './en.json';
import { wordGroups, wordsOfGroup } from './word-groups.ts';

const SRC = join(import.meta.dirname, '..');
const namespaces = Object.keys(english);
const groupOf = new Map<string, string>();
for (const [group, names] of Object.entries(wordGroups)) for (const name of names) groupOf.set(name, group);

interface Source {
  /** Files imported statically, or later without `withWords`. */
  imports: string[];
  says: string[];
  /** Files that are loaded together with message groups, with those groups. */
  withWords: Map<string, string[]>;
}

const sources = new Map<string, Source>();

function read(path: string): Source {
  const known = sources.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const at = (file: string | undefined) => join(path, '..', file ?? '');
  const withWords = new Map<string, string[]>();
  for (const [, groups, file] of text.matchAll(
    /withWords\(\s*\[([^\]]*)\],\s*(?:async )?\(\) =>\s*\(?(?:await )?import\('([^']+)'\)/g,
  )) {
    withWords.set(
      at(file),
      [...(groups ?? '').matchAll(/'(\w+)'/g)].map((found) => found[1] ?? ''),
    );
  }
  for (const [, name, file] of text.matchAll(/screen\(\s*'(\w+)',\s*async \(\) =>\s*\(await import\('([^']+)'\)/g)) {
    withWords.set(at(file), [...(screenMessages[name as RouteName] ?? [])]);
  }
  const stands = text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gm);
  const loads = text.matchAll(/import\('(\.[^']+\.tsx?)'\)/g);
  const imports = [...stands, ...loads].map((found) => at(found[1])).filter((file) => !withWords.has(file));
  const expected = namespaces.filter((name) =>
    new RegExp(`useTranslations(<|\\()'${name}['.]|['\`]${name}\\.[\\w$]`).test(text),
  );
  const source = { imports, says: expected, withWords };
  sources.set(path, source);
  return source;
}

function reach(root: string): string[] {
  const found = new Set([root]);
  for (const path of found) for (const next of read(path).imports) found.add(next);
  return [...found];
}

/** The groups beyond the first whose messages a file uses, directly or through its imports. Maps each to an example. */
function textsByGroup(root: string): Map<string, string> {
  const stated = new Map<string, string>();
  for (const path of reach(root)) {
    for (const name of read(path).says) {
      const group = groupOf.get(name);
      if (group !== undefined) stated.set(group, `${name} in ${relative(SRC, path)}`);
    }
  }
  return stated;
}

function loadedWithWords(): [file: string, groups: string[]][] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
  const sites = files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name));
  return sites.flatMap((name) => [...read(join(SRC, name)).withWords]);
}

describe('the words of a language', () => {
  it('are each in one group', () => {
    const parts = ['first', ...Object.keys(wordGroups)].map((group) => Object.keys(wordsOfGroup(english, group)));
    expect(parts.flat().sort()).toEqual([...namespaces].sort());
    expect(wordsOfGroup(english, 'play')).toHaveProperty('lottery.bets', english.lottery.bets);
  });

  it('used by the frame of the app and Home are in the first page’s groups', () => {
    expect(reach(join(SRC, 'main.tsx')).length).toBeGreaterThan(50);
    for (const root of ['main.tsx', 'screens/home/home.tsx']) {
      expect([root, Object.fromEntries(textsByGroup(join(SRC, root)))]).toEqual([root, {}]);
    }
  });

  it('used by a lazily loaded part come with it, without groups that it does not use', () => {
    const pieces = loadedWithWords();
    expect(pieces.length).toBeGreaterThan(30);
    for (const [file, groups] of pieces) {
      const text = textsByGroup(file);
      const missing = [...text].filter(([group]) => !groups.includes(group)).map(([, where]) => where);
      expect({ file, missing }).toEqual({ file, missing: [] });
      expect({ file, needless: groups.filter((group) => !text.has(group)) }).toEqual({ file, needless: [] });
    }
  });

  it('of the first page stay few, since every first visit loads them', () => {
    expect(JSON.stringify(wordsOfGroup(english, 'first')).length).toBeLessThan(16_700);
  });
});
