import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockHolder } from '../scripts/lock.mjs';

const LEFT_OVER_AFTER_MS = 3_600_000;

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

/**
 * A new data folder for a test, which PostgreSQL's own user can pass through. Removes those that killed runs have left
 * behind under the same `prefix`.
 */
export function temporaryFolder(prefix: string): TemporaryFolder {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(prefix)) removeLeftOver(join(tmpdir(), name));
  const path = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
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
