import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** What a visit loads, in bytes of JavaScript after gzip. */
export interface LoadLimit {
  name: string;
  /** Files of the source whose chunks the visit loads, with all that they import. */
  sources: readonly string[];
  bytesMax: number;
}

/** Fails a build that loads more than its limits allow. */
export function loadLimits(limits: readonly LoadLimit[]): Plugin {
  return {
    name: 'tercet-load-limits',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const fault of overLimits(bundle, limits)) this.error(fault);
      },
    },
  };
}

/** One line for each limit that the bundle passes. */
export function overLimits(bundle: Rolldown.OutputBundle, limits: readonly LoadLimit[]): string[] {
  return limits.flatMap(({ name, sources, bytesMax }) => {
    const bytes = bytesOf(bundle, sources);
    return bytes <= bytesMax ? [] : [`${name}: ${bytes} bytes of JavaScript, at most ${bytesMax} are allowed`];
  });
}

function bytesOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): number {
  const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
  const open = sources.map((source) => {
    const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(source)));
    if (holder === undefined) throw new Error(`load limits: no chunk holds ${source}`);
    return holder;
  });
  const loaded = new Set<Rolldown.OutputChunk>();
  for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
    if (loaded.has(chunk)) continue;
    loaded.add(chunk);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') open.push(next);
    }
  }
  return [...loaded].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}
