import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { build, defineConfig } from 'vite';
import { prefetchScreens } from './build/prefetch-screens.ts';
import { retryImport } from './build/retry-import.ts';
import { leaveOutUnusedComponents } from './build/unused-components.ts';
import { wordFiles } from './build/word-files.ts';
import type { CachedFiles } from './src/service-worker/cached-files.ts';

const server = process.env.TERCET_API ?? 'http://127.0.0.1:3000';
/** Dev server of the console, if both apps are developed together. */
const consolePages = process.env.TERCET_CONSOLE_PAGES;

/**
 * Chunks that combine many modules. A chunk holds all imports of its roots that no earlier chunk holds. On a slow
 * connection each further request costs more than its bytes.
 *
 * Modules that a root loads later stay in their own chunks.
 */
const GROUPS: Record<string, readonly string[]> = {
  // For every first visit.
  base: ['src/main.tsx'],
  // Parts of a lottery that Home, Game and the table show.
  lotteries: [
    ...['src/features/lotteries/card-facts.tsx', 'src/features/lotteries/lottery-dial.tsx'],
    ...['src/features/lotteries/use-open-bets.ts', 'src/features/lotteries/stop-notes.tsx'],
    'src/features/house/play-foot.tsx',
    ...['src/features/proof/draw-mark.ts', 'src/features/proof/final-verdict.ts', 'src/ui/load-failure/part.tsx'],
    ...['src/ui/section/section.tsx', 'src/ui/row/row.tsx'],
  ],
  home: ['src/screens/home/home.tsx'],
  films: ['src/screens/home/films.tsx'],
  // For all places where bets are placed or shown.
  bets: [
    ...['src/features/bets/odds-text.ts', 'src/features/bets/use-bet-name.ts', 'src/features/limits/use-span-text.ts'],
    ...['src/ui/feel/feel.ts', 'src/api/account/limits.ts', 'src/api/shared/new-id.ts'],
    ...['src/features/slips/attempts.ts', '../../packages/fair/src/bets.ts'],
  ],
  // Stores receipts and checks draws; loads after the table.
  proofs: ['src/features/receipts/receipt-store.ts', 'src/features/proof/check-draw.ts'],
  choices: ['src/ui/choices/choices.tsx', 'src/ui/segments/segments.tsx'],
  sheet: ['src/ui/sheet/sheet.tsx'],
  // Swipe tabs, search field and endless list; the guide uses them too.
  library: ['src/screens/video/video.tsx'],
};
/** Icons that several screens use. Each is smaller than the cost of a request. */
const SIGNS =
  /[\\/]lucide-react[\\/].*[\\/](check|lock|x|info|minus|plus|chevron-right|rotate-ccw-clock|undo-2|search|download)\.\w+$/;
/** Modules of these packages stay out of most groups, so that a chunk holds only those that it uses. */
const TAKEN_APART = /[\\/]packages[\\/](?!fair[\\/]src[\\/]bet)|[\\/]@noble[\\/]|[\\/]lucide-react[\\/]/;
/** Reached through an index that exports all of them, and needed by few screens. */
const BARREL =
  /[\\/]packages[\\/](?:contract[\\/]src[\\/]words[\\/](?!whole)|money[\\/]src[\\/](?:parse|units|currency))/;

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

/** Writes a gzip and a brotli file beside each text file, which the server sends as they are. */
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

/** Builds `/sw.js` as one classic script. It must lie at the root, since a worker controls only paths below its own. */
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
      // Runs after all other files have their names.
      order: 'post',
      async handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await serviceWorkerCode(cachedFiles(bundle)) });
      },
    },
  };
}

/** Files without a hash in their names that the HTML page requests. */
const FIXED = ['/theme.js', '/favicon.svg', '/manifest.webmanifest'];
/** A file of words. */
const WORDS = /^assets\/([\w-]+)-[0-9a-f]{8}\/\w+\.json$/;
/** Made with the build; it is of little use where its files are kept already, but the page asks for it. */
const AHEAD = 'ahead.js';

/** Files that the service worker caches: scripts and styles. Fonts and pictures use the browser's own cache. */
function cachedFiles(bundle: Rolldown.OutputBundle): CachedFiles {
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
  // These keep their names when they change.
  for (const file of FIXED) hash.update(readFileSync(join(import.meta.dirname, 'public', file)));
  const version = hash.digest('hex').slice(0, 16);
  return { version, ...files };
}

async function serviceWorkerCode(files: CachedFiles): Promise<string> {
  const input = join(import.meta.dirname, 'src/service-worker/sw.ts');
  const output = { format: 'iife', entryFileNames: 'sw.js' } as const;
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { CACHED_FILES: JSON.stringify(files) },
    build: { target: 'es2022', write: false, rolldownOptions: { input, output } },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

export default defineConfig({
  plugins: [
    ...[react(), leaveOutUnusedComponents(), wordFiles(), prefetchScreens(), retryImport(), serviceWorker()],
    compressBeforehand(),
  ],
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
    // One style sheet costs less than a dozen requests on a slow connection.
    cssCodeSplit: false,
    rolldownOptions: {
      // The proofs' modules only define; a screen that wants a sum of dice must not load the curves for it.
      output: { codeSplitting: { groups: groups() } },
      treeshake: { moduleSideEffects: [{ test: /packages[\\/]fair[\\/]|@noble[\\/]/, sideEffects: false }] },
    },
  },
  // In a separate folder, because the server sends their own policy with them.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } } },
});

/** Serves the screen for `/book`, since routes ignore case. The dev server proxies only the book's files `/book/…`. */
function bypassScreen(request: { url?: string }): string | undefined {
  return /^\/book\/./.test(request.url ?? '') ? undefined : request.url;
}
