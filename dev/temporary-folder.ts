import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockHolder } from '../scripts/lock.mjs';

const LEFT_OVER_AFTER_MS = 3_600_000;
/**
 * A folder in memory, on Linux. A test's database consists of hundreds of small files, which take seconds to create on
 * disk.
 */
const IN_MEMORY = '/dev/shm';
/** Space that a run of all tests needs, with reserve. Containers often provide only 64 MB. */
const IN_MEMORY_FREE_MIN = 6 * 2 ** 30;

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

/**
 * Creates a data folder for a test that PostgreSQL's own user can pass through. Removes folders with the same `prefix`
 * that killed runs left behind.
 */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const parent = hasRoomInMemory() ? IN_MEMORY : tmpdir();
  for (const name of readdirSync(parent)) if (name.startsWith(prefix)) removeLeftOver(join(parent, name));
  const path = mkdtempSync(join(parent, prefix));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Whether a folder in memory has room for the databases and browsers of a test run. */
export function hasRoomInMemory(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= IN_MEMORY_FREE_MIN;
  } catch {
    return false;
  }
}

function removeLeftOver(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs < LEFT_OVER_AFTER_MS) return;
    if (lockHolder(join(path, 'postgres-owner.lock')) !== null) return;
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It belongs to another user or is already gone.
  }
}
