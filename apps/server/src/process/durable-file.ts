import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Files for what must not be lost or half written, and not be read by other users. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes a file that is not there yet, whole before it gets its name: a crash leaves no half one. Returns what it holds
 * then: a link never replaces, so the first of two makers wins. Of a file that is there nothing is written: the folder
 * may be one that is only to be read.
 */
export async function makeOnce(path: string, text: string): Promise<string> {
  const known = await readIfThere(path);
  if (known !== null) return known;
  const draft = await writeDraft(path, text);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(dirname(path));
  return readFile(path, 'utf8');
}

/** Writes a file or puts it in the place of the old one. Durable when it returns. */
export async function replaceDurably(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path);
  await syncFolder(dirname(path));
}

async function writeDraft(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
