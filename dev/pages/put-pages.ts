import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** So long a page that is open may still ask for files of the build that it came from. */
const KEPT_MS = 86_400_000;
/** What leads to all other files, compressed or not: put last, whoever gets one finds the rest. */
const LAST = ['sw.js', 'index.html'];

/**
 * Puts a built app into a folder that may be served meanwhile. Files of builds before stay for a day after the build
 * that no longer has them. Which files the last one had stands beside the folder, in `<folder>.files.json`.
 */
export async function putPages(from: string, to: string, nowMs: number = Date.now()): Promise<void> {
  const names = await filesIn(from);
  for (const name of names.sort((one, other) => turnOf(one) - turnOf(other))) {
    await putFile(join(from, name), join(to, name));
  }
  await removeOld(to, new Set(names), nowMs);
}

/** Files in folders have a hash in their names and lead to each other alone; those beside the page lead to them. */
function turnOf(name: string): number {
  return dirname(name) === '.' ? LAST.findIndex((last) => name.startsWith(last)) + 2 : 0;
}

/** A reader sees the file before or the new one, never a part of it. */
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
    // Its day begins now, whenever it was put there.
    if (before === null || before.has(name)) await utimes(path, nowMs / 1_000, nowMs / 1_000);
    else if ((await stat(path)).mtimeMs < nowMs - KEPT_MS) await removeFile(path);
  }
  // At last: broken off before, the day begins anew.
  await writeFile(`${list}.tmp`, JSON.stringify([...names]));
  await rename(`${list}.tmp`, list);
}

/** Null where no build has left a list. */
async function readList(path: string): Promise<ReadonlySet<string> | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : new Set(JSON.parse(text) as string[]);
}

async function removeFile(path: string): Promise<void> {
  await rm(path);
  // The words of a language have a folder for each build.
  await rmdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY') throw error;
  });
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
}
