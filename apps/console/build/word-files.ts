import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { flat } from '../src/features/language/messages.ts';
import { keysIn } from './keys-in.ts';

const LANGUAGES = ['en', 'mn'] as const;
const SOURCE = /[\\/]apps[\\/]console[\\/]src[\\/].*\.tsx?$/;
const SHELL = /[\\/]src[\\/]app[\\/]shell\.tsx$/;
const IMPORT = /\bimport\((["'`]\.{1,2}\/[\w./-]+["'`])\)/g;
/** Prefix of each file that imports; paths are relative to it. */
const BEFORE = 'const $import=p=>globalThis.importConsoleFile(p,import.meta.url);';

/**
 * Gives each part of the console only the texts that it names: one file for the first page, and one for each part that
 * loads later. The page lists them by chunk, since texts can change without the code.
 */
export function wordFiles(): Plugin {
  let listed: Record<string, string> = {};
  return {
    name: 'tercet-word-files',
    apply: 'build',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        listed = {};
        for (const [name, keys] of keysByPart(bundle)) {
          const texts = LANGUAGES.map((code) => JSON.stringify(pick(MESSAGES[code], keys)));
          const id = createHash('sha256').update(texts.join()).digest('hex').slice(0, 8);
          listed[name] = id;
          for (const [at, code] of LANGUAGES.entries()) {
            this.emitFile({ type: 'asset', fileName: `assets/words/${id}/${code}.json`, source: texts[at] ?? '' });
          }
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: { type: 'application/json', id: 'word-files' },
          children: JSON.stringify(listed),
          injectTo: 'head',
        },
      ],
    },
  };
}

/** Routes each `import()` through `src/features/language/import-file.ts`, which loads the texts as well. */
export function importWithWords(): Plugin {
  return {
    name: 'tercet-import-with-words',
    apply: 'build',
    generateBundle: {
      // Runs after Vite has processed the imports.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const code = chunk.code.replace(IMPORT, '$$import($1)');
          if (code !== chunk.code) chunk.code = BEFORE + code;
        }
      },
    },
  };
}

const MESSAGES = Object.fromEntries(
  LANGUAGES.map((code) => [
    code,
    flat(JSON.parse(readFileSync(join(import.meta.dirname, `../src/locales/${code}.json`), 'utf8'))),
  ]),
) as Record<(typeof LANGUAGES)[number], Map<string, string>>;

/** The keys of the entry chunk (under the name `first`), and of each chunk that loads later, without those. */
function keysByPart(bundle: Rolldown.OutputBundle): Map<string, Set<string>> {
  const all = new Set(MESSAGES.en.keys());
  const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
  const keysOf = (part: Rolldown.OutputChunk) =>
    new Set(
      [...withImports(part, bundle)].flatMap((chunk) =>
        chunk.moduleIds.filter((id) => SOURCE.test(id)).flatMap((id) => [...keysIn(readFileSync(id, 'utf8'), all)]),
      ),
    );
  const parts = new Map<string, Set<string>>();
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('word files: there is no entry chunk');
  const known = keysOf(entry);
  parts.set('first', new Set(known));
  const later = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  const shell = later.filter(({ facadeModuleId }) => SHELL.test(facadeModuleId ?? ''));
  if (shell.length !== 1) throw new Error('word files: there is no shell chunk');
  for (const chunk of [...shell, ...later.filter((one) => !shell.includes(one))]) {
    const more = new Set([...keysOf(chunk)].filter((key) => !known.has(key)));
    if (more.size > 0) parts.set(chunk.fileName, more);
    // All others load after the shell.
    if (shell.includes(chunk)) for (const key of more) known.add(key);
  }
  return parts;
}

/** A chunk and all that it imports statically. */
function withImports(part: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>();
  const open = [part];
  for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') open.push(next);
    }
  }
  return found;
}

function pick(messages: ReadonlyMap<string, string>, keys: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries([...messages].filter(([key]) => keys.has(key)));
}
