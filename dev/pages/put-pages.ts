import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** How long an open page may still load files of its own build. */
const KEPT_MS = 86_400_000;
/**
 * Files that lead to all others, compressed or not. They are put last, so that a client that gets one finds the rest.
 */
const LAST = ['sw.js', 'index.html'];

/**
 * Puts a built app into a folder that is being served. Files of older builds stay for a day after the first build
 * without them. `<folder>.files.json` beside the folder lists the files of the last build.
 */
export async function putPages(from: string, to: string, nowMs: number = Date.now()): Promise<void> {
  const names = await filesIn(from);
  for (const name of names.sort((one, other) => turnOf(one) - turnOf(other))) {
    await putFile(join(from, name), join(to, name));
  }
  await removeOld(to, new Set(names), nowMs);
}

/**
 * Files in folders have hashed names and refer only to each other. The files beside the page refer to them, so they
 * come later.
 */
function turnOf(name: string): number {
  return dirname(name) === '.' ? LAST.findIndex((last) => name.startsWith(last)) + 2 : 0;
}

/** Replaces the file atomically: a reader sees the old or the new one. */
async function putFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, `${to}.tmp`);
  await rename(`${to}.tmp`, to);
}

async function removeOld(folder: string, names: ReadonlySet<string>, nowMs: number): Promise<void> {
  const list = `${folder}.files.json`;
  const before = await readList(list);
  for (const name of await filesIn(folder)) {
    if (names.has(name)) continue;
    const path = join(folder, name);
    // Its day begins now, whatever its age.
    if (before === null || before.has(name)) await utimes(path, nowMs / 1_000, nowMs / 1_000);
    else if ((await stat(path)).mtimeMs < nowMs - KEPT_MS) await removeFile(path);
  }
  // Written last: if the run is interrupted before, the day starts again.
  await writeFile(`${list}.tmp`, JSON.stringify([...names]));
  await rename(`${list}.tmp`, list);
}

/** Null when no build has left a list. */
async function readList(path: string): Promise<ReadonlySet<string> | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : new Set(JSON.parse(text) as string[]);
}

async function removeFile(path: string): Promise<void> {
  await rm(path);
  // Each build has its own folder for the texts of a language.
  await rmdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY') throw error;
  });
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
}
