/** What this machine remembers of a book between runs: the key it saw first, and the last checkpoint. */
import { hash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

export interface Pinned {
  origin: string;
  /** Verifier key. */
  logKey: string;
  /** Signed note of the largest checkpoint so far. */
  note: string | null;
}

/** Null for a book that was never seen, and where the file cannot be read as one. */
export async function readPinned(folder: string, origin: string): Promise<Pinned | null> {
  try {
    const read = JSON.parse(await readFile(fileOf(folder, origin), 'utf8')) as Partial<Pinned>;
    const whole = read.origin === origin && typeof read.logKey === 'string';
    return whole ? { origin, logKey: read.logKey ?? '', note: typeof read.note === 'string' ? read.note : null } : null;
  } catch {
    return null;
  }
}

/** Whole or not at all: a run that is killed leaves the old file. */
export async function writePinned(folder: string, pinned: Pinned): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = fileOf(folder, pinned.origin);
  const draft = await open(`${path}.${process.pid}.tmp`, 'w', 0o600);
  try {
    await draft.writeFile(`${JSON.stringify(pinned, null, 2)}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${path}.${process.pid}.tmp`, path);
}

function fileOf(folder: string, origin: string): string {
  return join(folder, `${hash('sha256', origin, 'hex').slice(0, 32)}.json`);
}
