import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { build, defineConfig } from 'vite';

const server = process.env.TERCET_API ?? 'http://127.0.0.1:3000';
/** Where the console's pages come from while both are worked on. */
const consolePages = process.env.TERCET_CONSOLE_PAGES;

/** Most first visits land on Home in English: its chunks load beside the entry instead of after it. */
const EARLY = ['src/screens/home/home.tsx', 'src/locales/en.json'];

/** What every first visit needs, in one file: over a slow line each further request costs more than its bytes. */
const FIRST_NEEDED = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-router|@tanstack|use-intl|intl-messageformat|@formatjs)/',
    'packages/money/',
    'apps/member/src/(api|paths|features/(house|live|session|problems|lotteries|draws|language|appearance))',
    'apps/member/src/ui/(mark|dice|lottery-icon|countdown|button|screen|section|skeleton|notice|toast|class-names)',
  ].join('|'),
);

function preloadFirstScreen(): Plugin {
  return {
    name: 'tercet-preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = new Map(
          Object.values(bundle ?? {}).flatMap((item) =>
            item.type === 'chunk' ? [[item.fileName, item] as const] : [],
          ),
        );
        const early = new Set<string>();
        const add = (fileName: string): void => {
          const chunk = chunks.get(fileName);
          if (chunk === undefined || early.has(fileName)) return;
          early.add(fileName);
          for (const imported of chunk.imports) add(imported);
        };
        for (const chunk of chunks.values()) {
          if (EARLY.some((file) => chunk.facadeModuleId?.endsWith(file))) add(chunk.fileName);
        }
        // What belongs to the entry, vite names itself.
        const entries = [...chunks.values()].filter((chunk) => chunk.isEntry);
        const named = new Set(entries.flatMap((chunk) => [chunk.fileName, ...chunk.imports]));
        return [...early]
          .filter((file) => !named.has(file))
          .map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` } }));
      },
    },
  };
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
        serviceWorkerCode().then((code) => {
          response.setHeader('content-type', 'text/javascript').setHeader('cache-control', 'no-cache').end(code);
        }, next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await serviceWorkerCode() });
    },
  };
}

async function serviceWorkerCode(): Promise<string> {
  const input = join(import.meta.dirname, 'src/service-worker/sw.ts');
  const output = { format: 'iife', entryFileNames: 'sw.js' } as const;
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { target: 'es2022', write: false, rolldownOptions: { input, output } },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

export default defineConfig({
  plugins: [react(), preloadFirstScreen(), serviceWorker(), compressBeforehand()],
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
      output: { codeSplitting: { groups: [{ name: 'base', test: FIRST_NEEDED }] } },
      treeshake: { moduleSideEffects: [{ test: /packages[\\/]fair[\\/]|@noble[\\/]/, sideEffects: false }] },
    },
  },
  worker: { format: 'es' },
});

/** The screen `/Book` and the book's files `/book/…` differ only in case; the dev server must not mix them up. */
function bypassScreen(request: { url?: string }): string | undefined {
  return /^\/book\/./.test(request.url ?? '') ? undefined : request.url;
}
