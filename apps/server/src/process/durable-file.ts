import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Text of a file, or null if it does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Creates a file if it does not exist, and returns its content. Writes and syncs a draft before it links the final
 * name, so a crash leaves no partial file. A link never replaces a file, so the first of two creators wins. Writes
 * nothing if the file exists: the folder may be read-only.
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

/** Creates or replaces a file atomically. The content is durable when the function returns. */
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
