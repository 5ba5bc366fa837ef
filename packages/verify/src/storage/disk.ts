import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The disk writes on which the promises of a witness or monitor rest. Tests supply one that dies in between. */
export interface Disk {
  /** Replaces a file with `text` atomically. Durable once it resolves. */
  replace(path: string, text: string): Promise<void>;
  /** Writes at `position` and truncates the file after it. Durable once it resolves. */
  writeAt(path: string, position: number, bytes: Uint8Array): Promise<void>;
}

const PRIVATE_FILE = 0o600;
const PUBLIC_FILE = 0o644;

export const realDisk: Disk = { replace: replaceDurably, writeAt: writeDurablyAt };

async function replaceDurably(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await writeNew(draft, text, 'w', PUBLIC_FILE);
  await rename(draft, path);
  await syncFolder(dirname(path));
}

async function writeDurablyAt(path: string, position: number, bytes: Uint8Array): Promise<void> {
  const file = await openOrMake(path);
  try {
    await file.truncate(position);
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (position === 0) await syncFolder(dirname(path));
}

/**
 * Creates a file that only its owner can read, unless it exists. Returns the file's content. A hard link never replaces
 * a file, so the first of two concurrent calls wins.
 */
export async function makeSecretOnce(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await writeNew(draft, text, 'wx', PRIVATE_FILE);
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(dirname(path));
  return readFile(path, 'utf8');
}

/** Creates the folder and its parents durably. */
export async function makeFolder(path: string, mode = 0o755): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first !== undefined)
    for (let at = path; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at));
}

/** The text of a file, or null where it does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

async function writeNew(path: string, text: string, flags: string, mode: number): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function openOrMake(path: string) {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return open(path, 'wx+', PUBLIC_FILE);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
