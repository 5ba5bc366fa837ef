import type { Plugin } from 'vite';

const IMPORT = /\bimport\((["'`]\.{1,2}\/[\w./-]+["'`])\)/g;
/** Prefix of each file that imports; paths are relative to it. */
const BEFORE = 'const $import=p=>globalThis.importAppFile(p,import.meta.url);';

/** Routes each `import()` through `src/features/load-failure/import-file.ts`, which retries failed files. */
export function retryImport(): Plugin {
  return {
    name: 'tercet-import-again',
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
