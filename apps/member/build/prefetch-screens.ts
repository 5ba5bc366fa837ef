import { basename, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { build } from 'vite';
import { screenMessages } from '../src/app/screen-messages.ts';
import { routes } from '../src/paths.ts';
import { wordFolders } from './word-files.ts';

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Modules that a screen loads right after it appears, besides its imports. */
const SOON: Record<string, readonly string[]> = {
  home: ['src/screens/home/films.tsx', 'src/ui/carousel/carousel.tsx'],
};
/** Message groups of the films on Home. */
const HOME_SAYS = ['videos'];
const SCREEN = /[\\/]src[\\/]screens[\\/]([\w-]+)[\\/]\1\.tsx$/;

/**
 * Generates `/ahead.js` (src/app/prefetch-screen.ts), which requests the files and answers of the current screen while
 * the entry file loads. Otherwise the page would wait twice, since only the entry knows them.
 */
export function prefetchScreens(): Plugin {
  return {
    name: 'tercet-screens-ahead',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = new Map<string, Rolldown.OutputChunk>();
      for (const item of Object.values(bundle)) if (item.type === 'chunk') chunks.set(item.fileName, item);
      const source = await script({
        ...filesOf(chunks),
        words: wordFolders(),
        says: { ...screenMessages, home: HOME_SAYS },
      });
      this.emitFile({ type: 'asset', fileName: 'ahead.js', source });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: '/ahead.js' }, injectTo: 'head-prepend' }],
  };
}

function filesOf(chunks: Chunks): { files: string[]; screens: Record<string, number[]> } {
  const entries = [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const first = closureOf(entries, chunks);
  const files: string[] = [];
  const screens: Record<string, number[]> = {};
  for (const name of Object.keys(routes)) {
    const roots = [...chunks.values()]
      .filter(({ moduleIds }) => moduleIds.some((module) => isOf(module, name)))
      .map(({ fileName }) => fileName);
    const places = [...closureOf(roots, chunks)]
      .filter((file) => !first.has(file))
      .map((file) => placeIn(files, basename(file, '.js')));
    if (places.length > 0) screens[name] = places;
  }
  return { files, screens };
}

function isOf(module: string, route: string): boolean {
  const path = module.replaceAll('\\', '/');
  const folder = SCREEN.exec(path)?.[1]?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return folder === route || (SOON[route] ?? []).some((file) => path.endsWith(file));
}

/** Files with all their direct and indirect imports. */
function closureOf(roots: readonly string[], chunks: Chunks): Set<string> {
  const found = new Set<string>();
  const add = (file: string): void => {
    const chunk = chunks.get(file);
    if (chunk === undefined || found.has(file)) return;
    found.add(file);
    for (const imported of chunk.imports) add(imported);
  };
  for (const root of roots) add(root);
  return found;
}

function placeIn(files: string[], file: string): number {
  const place = files.indexOf(file);
  return place >= 0 ? place : files.push(file) - 1;
}

async function script(plan: object): Promise<string> {
  const input = join(import.meta.dirname, '../src/app/prefetch-screen.ts');
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { AHEAD_PLAN: JSON.stringify(plan) },
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: 'ahead.js' } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
