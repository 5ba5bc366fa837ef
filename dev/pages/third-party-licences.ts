import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { lockedPackages, packageName, productionOf } from './production-packages.ts';

export const LICENCES = 'third-party-licences.txt';
const LICENCE_FILE = /^(?:licen[cs]es?|copying|notice)(?:[.-][\w.-]+)?$/i;
/** What members and staff use: the server and both apps. */
const WORKSPACES = ['apps/server', 'apps/member', 'apps/console'];

/** Writes the file that both apps link to, with compressed copies. */
export function writeLicences(root: string, folder: string): void {
  const text = licenceTexts(root, WORKSPACES);
  const path = join(folder, LICENCES);
  writeFileSync(path, text);
  writeFileSync(`${path}.gz`, gzipSync(text));
  writeFileSync(`${path}.br`, brotliCompressSync(text));
}

/**
 * Licence texts of all installed packages that these workspaces ship. A package without a text is listed by its
 * declared licence.
 */
export function licenceTexts(root: string, workspaces: readonly string[]): string {
  const packages = lockedPackages(root);
  const shipped = new Set(workspaces.flatMap((workspace) => [...productionOf(packages, workspace)]));
  const paths = [...shipped].filter((path) => path.includes('node_modules/') && !packages[path]?.link);
  return paths
    .filter((path) => existsSync(join(root, path)))
    .sort()
    .map((path) => {
      const folder = join(root, path);
      const { version = '', license = 'not declared' } = packages[path] ?? {};
      const names = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
      const texts = names.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
      const title = `${packageName(path)} ${version} (${license})`;
      return [title, '='.repeat(title.length), '', ...texts, ''].join('\n');
    })
    .join('\n');
}
