import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { build, defineConfig } from 'vite';
import { prefetchScreens } from './build/prefetch-screens.ts';
import { retryImport } from './build/retry-import.ts';
import { wordFiles } from './build/word-files.ts';
import type { KeptFiles } from './src/service-worker/kept-files.ts';

const server = process.env.TERCET_API ?? 'http://127.0.0.1:3000';
/** Where the console's pages come from while both are worked on. */
const consolePages = process.env.TERCET_CONSOLE_PAGES;

/**
 * Files that are made of many, each of what its roots import and none before it holds: over a slow line each further
 * request costs more than its bytes. What a root loads later stays out by that alone.
 */
const GROUPS: Record<string, readonly string[]> = {
  // What every first visit needs.
  base: ['src/main.tsx'],
  // What Home, Game and a table show of a lottery.
  lotteries: [
    ...['src/features/lotteries/card-facts.tsx', 'src/features/lotteries/lottery-dial.tsx'],
    ...['src/features/lotteries/use-open-bets.ts', 'src/features/house/play-note.tsx'],
    ...['src/features/proof/mark-of.ts', 'src/features/proof/final-verdict.ts', 'src/ui/load-failure/part.tsx'],
    ...['src/ui/section/section.tsx', 'src/ui/row/row.tsx'],
  ],
  home: ['src/screens/home/home.tsx'],
  films: ['src/screens/home/films.tsx'],
  // What is said and kept of a bet, wherever one is placed or shown.
  bets: [
    ...['src/features/bets/odds-text.ts', 'src/features/bets/use-bet-name.ts', 'src/features/limits/use-span-text.ts'],
    ...['src/ui/feel/feel.ts', 'src/api/account/limits.ts', 'src/api/shared/new-id.ts', 'src/ui/stepper/stepper.tsx'],
    ...['src/features/money/use-amount-fault.ts', 'src/features/slips/attempts.ts'],
    '../../packages/fair/src/bets.ts',
  ],
  // What is kept of a bet, and what checks a draw: loaded behind the table.
  proofs: ['src/features/receipts/receipt-store.ts', 'src/features/proof/check-draw.ts'],
  choices: ['src/ui/choices/choices.tsx', 'src/ui/segments/segments.tsx'],
  sheet: ['src/ui/sheet/sheet.tsx'],
  // Tabs that are swiped, a field to search in, and a list without end: the guide has them, too.
  library: ['src/screens/video/video.tsx'],
};
/** Signs that several screens show; each weighs less than asking for it does. */
const SIGNS =
  /[\\/]lucide-react[\\/].*[\\/](check|lock|x|info|minus|plus|chevron-right|rotate-ccw-clock|undo-2|search|download)\.\w+$/;
/** Of these a file takes what it uses, not what they import. */
const TAKEN_APART = /[\\/]packages[\\/](?!fair[\\/]src[\\/]bet)|[\\/]@noble[\\/]|[\\/]lucide-react[\\/]/;
/** Reached through an index that exports all of them, and needed by few screens. */
const BARREL = /[\\/]packages[\\/](?:contract[\\/]src[\\/]words[\\/](?!typed)|money[\\/]src[\\/]parse)/;

/** Which of the groups a module is in, asked in their order. */
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
      if (name === 'base') return (held.get(name)?.has(id) && !BARREL.test(id)) || SIGNS.test(id) ? name : null;
      return held.get(name)?.has(id) && !TAKEN_APART.test(id) ? name : null;
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

/** The server hands out files as they lie there: each text file gets a gzip and a brotli one beside it, made once. */
function compressBeforehand(): Plugin {
  return {
    name: 'tercet-compress-beforehand',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg|html|json)$/.test(name)) continue;
        const bytes = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}

/** `/sw.js` at the root, since a worker serves what lies below it: one classic script that no page loads by itself. */
function serviceWorker(): Plugin {
  return {
    name: 'tercet-service-worker',
    configureServer({ middlewares }) {
      middlewares.use('/sw.js', (_request, response, next) => {
        serviceWorkerCode({ version: 'dev', first: [], rest: [], words: {} }).then((code) => {
          response.setHeader('content-type', 'text/javascript').setHeader('cache-control', 'no-cache').end(code);
        }, next);
      });
    },
    generateBundle: {
      // Once every other file has its name.
      order: 'post',
      async handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await serviceWorkerCode(keptFiles(bundle)) });
      },
    },
  };
}

/** Files without a hash in their names that the page itself asks for. */
const FIXED = ['/theme.js', '/favicon.svg', '/manifest.webmanifest'];
/** A file of words. */
const WORDS = /^assets\/([\w-]+)-[0-9a-f]{8}\/\w+\.json$/;
/** Made with the build; it is of little use where its files are kept already, but the page asks for it. */
const AHEAD = 'ahead.js';

/** What the worker keeps of this build: scripts and styles; fonts and pictures come out of the browser's own cache. */
function keptFiles(bundle: Rolldown.OutputBundle): KeptFiles {
  const words: Record<string, string[]> = {};
  const first = new Set<string>();
  const rest: string[] = [];
  const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
  for (const chunk of chunks.filter(({ isEntry }) => isEntry)) {
    for (const file of [chunk.fileName, ...chunk.imports]) first.add(file);
  }
  for (const item of Object.values(bundle)) {
    const { fileName } = item;
    const [, code] = WORDS.exec(fileName) ?? [];
    if (code !== undefined) words[code] = [...(words[code] ?? []), `/${fileName}`];
    else if (fileName.endsWith('.css') || fileName === AHEAD) first.add(fileName);
    else if (fileName.endsWith('.js') && !first.has(fileName)) rest.push(`/${fileName}`);
  }
  const files = { first: [...FIXED, ...[...first].map((file) => `/${file}`)], rest, words };
  const hash = createHash('sha256').update(JSON.stringify(files));
  // They keep their names when they change.
  for (const file of FIXED) hash.update(readFileSync(join(import.meta.dirname, 'public', file)));
  const version = hash.digest('hex').slice(0, 16);
  return { version, ...files };
}

async function serviceWorkerCode(files: KeptFiles): Promise<string> {
  const input = join(import.meta.dirname, 'src/service-worker/sw.ts');
  const output = { format: 'iife', entryFileNames: 'sw.js' } as const;
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { KEPT_FILES: JSON.stringify(files) },
    build: { target: 'es2022', write: false, rolldownOptions: { input, output } },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

export default defineConfig({
  plugins: [react(), wordFiles(), prefetchScreens(), retryImport(), serviceWorker(), compressBeforehand()],
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
  server: {
    proxy: {
      '/api': server,
      '/book': { target: server, bypass: bypassScreen },
      ...(consolePages ? { '/console': { target: consolePages, ws: true } } : {}),
    },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    cssMinify: true,
    // All styles together are smaller than the cost of asking for a dozen files over a slow line.
    cssCodeSplit: false,
    rolldownOptions: {
      // The proofs' modules only define; a screen that wants a sum of dice must not load the curves for it.
      output: { codeSplitting: { groups: groups() } },
      treeshake: { moduleSideEffects: [{ test: /packages[\\/]fair[\\/]|@noble[\\/]/, sideEffects: false }] },
    },
  },
  // Apart from the other files, since the server sends a policy with them.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } } },
});

/** The screen `/Book` and the book's files `/book/…` differ only in case; the dev server must not mix them up. */
function bypassScreen(request: { url?: string }): string | undefined {
  return /^\/book\/./.test(request.url ?? '') ? undefined : request.url;
}
