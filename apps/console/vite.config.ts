import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vite';
import { type LoadLimit, loadLimits } from './build/load-limits.ts';
import { importWithWords, wordFiles } from './build/word-files.ts';

const server = process.env.TERCET_API ?? 'http://127.0.0.1:3000';

/** Writes a compressed copy beside each file; the server serves both as they are. */
function compressBeforehand(): Plugin {
  return {
    name: 'tercet-compress-beforehand',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg|json)$/.test(name)) continue;
        const bytes = readFileSync(join(dir, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}

/**
 * Chunks that combine many modules. A chunk holds all static imports of its roots that no earlier chunk holds, since
 * many small files compress worse.
 */
const GROUPS: Record<string, readonly string[]> = {
  // For the sign-in page.
  base: ['src/main.tsx'],
  // For all pages after it.
  shell: ['src/app/shell.tsx', 'src/ui/state-chip.tsx', 'src/features/problems/failed.tsx'],
  // For all lists.
  list: ['src/features/list/list-page.tsx', 'src/features/list/state-filter.tsx'],
  // For all forms of acts.
  act: ['src/features/act/reason-dialog.tsx', 'src/features/forms/amount-field.tsx'],
};

/** Reached through an index that exports all of them, and needed by few screens. */
const BARREL = /[\\/]packages[\\/](?:contract[\\/]src[\\/]words[\\/](?!whole)|money[\\/]src[\\/](?:parse|units))/;

/** The chunks for Rolldown. A module belongs to the first group that holds it. */
function groups(): Rolldown.CodeSplittingGroup[] {
  const taken = new Set<string>();
  const held = new Map<string, Set<string>>();
  function hold(roots: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
    const files = roots.map((file) => join(import.meta.dirname, file));
    const own = [...importedBy(files, context)].filter((id) => !taken.has(id));
    for (const id of own) taken.add(id);
    return new Set(own);
  }
  return Object.entries(GROUPS).map(([name, roots], place, { length }) => ({
    debugName: name,
    priority: length - place,
    name(id: string, context: Rolldown.ChunkingContext) {
      if (!held.has(name)) held.set(name, hold(roots, context));
      return held.get(name)?.has(id) && !BARREL.test(id) ? name : null;
    },
  }));
}

function importedBy(roots: string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The console has no themes in CSS variables. This leaves out the parts of MUI that make them. */
const WITHOUT_VARIABLES = [
  { find: './createThemeWithVars.mjs', replacement: join(import.meta.dirname, 'build/no-css-variables.ts') },
  { find: './ThemeProviderWithVars.mjs', replacement: join(import.meta.dirname, 'build/no-css-variables.ts') },
];

/** docs/decisions/0064-console-framework.md has the parts of these sums. */
const LIMITS: readonly LoadLimit[] = [
  { name: 'sign-in', sources: ['src/main.tsx'], bytesMax: 180_000 },
  {
    name: 'sign-in and overview',
    sources: ['src/main.tsx', 'src/app/shell.tsx', 'src/screens/dashboard/dashboard-page.tsx'],
    bytesMax: 180_000,
  },
];

export default defineConfig({
  base: '/console/',
  plugins: [react(), wordFiles(), importWithWords(), loadLimits(LIMITS), compressBeforehand()],
  resolve: { alias: WITHOUT_VARIABLES },
  server: { proxy: { '/api': server } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: groups() } } },
  },
});
