import { readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { allFontFiles } from '../apps/server/src/statement/pdf/font-files.ts';

// node tools/prune-packages.ts FOLDER: removes from an image's node_modules what no process reads: fonts other than
// those of statements, declarations, source maps, and native libraries of other systems. Licence texts stay.

const FONT = /\.(?:woff2?|ttf|otf)$/;
const UNREAD = /\.(?:d\.[cm]?ts|map|tsbuildinfo)$/;
/** A package's native libraries, in a folder for each system. */
const PREBUILT = /(?:^|\/)prebuilds\/([^/]+)\//;

/** Paths below `node_modules` that an image does not need. */
export function unneeded(paths: readonly string[], system = `${process.platform}-${process.arch}`): string[] {
  const used = new Set(allFontFiles());
  return paths.filter((path) => {
    if (FONT.test(path)) return path.startsWith('@fontsource') && !used.has(path);
    const [, built] = PREBUILT.exec(path) ?? [];
    return UNREAD.test(path) || (built !== undefined && built !== system);
  });
}

/** Removes them. Returns their number. */
export function prunePackages(folder: string): number {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  // Links lead to the project's own packages.
  const files = found.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
  const paths = unneeded(files.map((path) => path.split(sep).join('/')));
  for (const path of paths) rmSync(join(folder, path));
  return paths.length;
}

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2);
  if (folder === '') {
    console.error('Usage: node tools/prune-packages.ts FOLDER');
    process.exitCode = 2;
  } else console.log(`removed ${prunePackages(resolve(folder))} files`);
}
