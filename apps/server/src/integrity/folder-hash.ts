import { createHash, hash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a part, by their path below its root, with the SHA-256 (hex) of each. */
export type FileHashes = ReadonlyMap<string, string>;

/** The file's content stands for itself, and a link for its target. */
async function hashOf(path: string, isLink: boolean): Promise<string> {
  return hash('sha256', isLink ? `link ${await readlink(path)}` : await readFile(path), 'hex');
}

/**
 * Hashes the files at `paths` below `root`, folders with all they contain. Leaves out files for which `skips` holds,
 * and paths that do not exist. Reads one file after the other, to leave the process time for its work. Throws if a
 * file cannot be read.
 */
export async function hashFiles(
  root: string,
  paths: readonly string[],
  skips: (path: string) => boolean = () => false,
): Promise<FileHashes> {
  const found = new Map<string, string>();
  const visit = async (path: string): Promise<void> => {
    if (skips(path)) return;
    const place = join(root, path);
    const stat = await lstat(place).catch(ignoreMissing);
    if (stat === null) return;
    if (!stat.isDirectory()) {
      if (stat.isFile() || stat.isSymbolicLink()) found.set(path, await hashOf(place, stat.isSymbolicLink()));
      return;
    }
    for (const name of await readdir(place)) await visit(path === '.' ? name : `${path}/${name}`);
  };
  for (const path of paths) await visit(path);
  return found;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/**
 * SHA-256 (hex) of a list of files, in the form of `sha256sum`: a line `hash  path` for each, sorted by path as bytes.
 * So a list of files can be compared without this program.
 */
export function hashOfList(files: FileHashes): string {
  const all = createHash('sha256');
  for (const [path, sha256] of sorted(files)) all.update(`${sha256}  ${path}\n`);
  return all.digest('hex');
}

function sorted(files: FileHashes): [string, string][] {
  return [...files].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Paths that were added, removed or changed between two lists. */
export function changedPaths(before: FileHashes, now: FileHashes): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path)).sort();
}
