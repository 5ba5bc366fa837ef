import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { wordGroups, wordsOfGroup } from '../src/locales/word-groups.ts';

const LOCALES = join(import.meta.dirname, '../src/locales');
const GROUPS = ['first', ...Object.keys(wordGroups).filter((group) => group !== 'elsewhere')];
const REQUEST = /^\/assets\/([\w-]+)-[0-9a-f]{8}\/(\w+)\.json$/;

/** The compiler of use-intl itself. Compiled messages need no ICU parser in the browser. */
const { default: compile } = createRequire(import.meta.resolve('use-intl'))('icu-minify/compile') as {
  default(message: string): unknown;
};

/** By language, the folder of its words under `assets`: `en-82f5df46`. The name changes with the words. */
export function wordFolders(): Record<string, string> {
  return Object.fromEntries(
    languages().map((code) => {
      const hash = createHash('sha256')
        .update(JSON.stringify(wordGroups))
        .update(JSON.stringify(compiled(code)));
      return [code, `${code}-${hash.digest('hex').slice(0, 8)}`];
    }),
  );
}

/** Writes the words of each language to `assets/<folder>/<group>.json`, and serves them while developing. */
export function wordFiles(): Plugin {
  return {
    name: 'tercet-word-files',
    config: () => ({ define: { WORD_FOLDERS: JSON.stringify(wordFolders()) } }),
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, code = '', group = ''] = REQUEST.exec(request.url ?? '') ?? [];
        if (!languages().includes(code)) return next();
        response.setHeader('content-type', 'application/json').setHeader('cache-control', 'no-cache');
        response.end(JSON.stringify(wordsOfGroup(compiled(code), group)));
      });
    },
    generateBundle() {
      for (const [code, folder] of Object.entries(wordFolders())) {
        const words = compiled(code);
        for (const group of GROUPS) {
          const source = JSON.stringify(wordsOfGroup(words, group));
          this.emitFile({ type: 'asset', fileName: `assets/${folder}/${group}.json`, source });
        }
      }
    },
  };
}

function languages(): string[] {
  return readdirSync(LOCALES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'));
}

function compiled(code: string): Record<string, unknown> {
  return compileAll(JSON.parse(readFileSync(join(LOCALES, `${code}.json`), 'utf8'))) as Record<string, unknown>;
}

function compileAll(words: unknown): unknown {
  if (typeof words === 'string') return compile(words);
  return Object.fromEntries(Object.entries(words as object).map(([key, value]) => [key, compileAll(value)]));
}
