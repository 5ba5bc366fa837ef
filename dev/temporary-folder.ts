import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockHolder } from '../scripts/lock.mjs';

const LEFT_OVER_AFTER_MS = 3_600_000;
/** A folder in memory, on Linux. A test's database is hundreds of small files, which disks take seconds to make. */
const IN_MEMORY = '/dev/shm';
/** What a run of all tests may need at once, and some more; containers often give 64 MB there. */
const IN_MEMORY_FREE_MIN = 6 * 2 ** 30;

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

/**
 * A new data folder for a test, which PostgreSQL's own user can pass through. Removes those that killed runs have left
 * behind under the same `prefix`.
 */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const parent = hasRoomInMemory() ? IN_MEMORY : tmpdir();
  for (const name of readdirSync(parent)) if (name.startsWith(prefix)) removeLeftOver(join(parent, name));
  const path = mkdtempSync(join(parent, prefix));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Whether there is a folder in memory with room for databases, browsers and whatever else a run of tests needs. */
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
    // Somebody else's, or gone already.
  }
}
