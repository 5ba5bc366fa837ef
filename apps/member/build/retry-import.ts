import type { Plugin } from 'vite';

const IMPORT = /\bimport\((["'`]\.{1,2}\/[\w./-]+["'`])\)/g;
/** Each file says from where its paths count. */
const BEFORE = 'const $import=p=>globalThis.importAppFile(p,import.meta.url);';

/** Has `import()` go by `src/features/load-failure/import-file.ts`, which asks again for files that did not come. */
export function retryImport(): Plugin {
  return {
    name: 'tercet-import-again',
    apply: 'build',
    generateBundle: {
      // Once Vite has found the imports and written what they need.
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
