import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartFailure } from '../failure.ts';
import { type Account, canReach, currentUid } from './account.ts';

/**
 * A folder outside the project that `account` can pass through: `system` as root, else one in the temporary folders. It
 * must be ours and writable by nobody else, because another user could have created that name.
 */
export function folderOutside(system: string, account: Account | null): string {
  const uid = currentUid();
  const shared = [...new Set(['/var/tmp', tmpdir(), '/tmp'])].map((folder) => join(folder, `tercet-${uid}`));
  const tried = uid === 0 ? [system, ...shared] : shared;
  for (const folder of tried) {
    if (isOurs(folder, uid) && (account === null || canReach(folder, account))) return folder;
  }
  throw new StartFailure(
    `PostgreSQL needs a folder that its user can reach; none of these will do: ${tried.join(', ')}`,
  );
}

/** Lets every user read and pass through a tree. */
export function openToAll(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  chmodSync(path, 0o755);
  if (!entry.isDirectory()) return;
  for (const name of readdirSync(path)) openToAll(join(path, name));
}

function isOurs(folder: string, uid: number): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const entry = lstatSync(folder);
    if (!entry.isDirectory() || entry.uid !== uid) return false;
    // Set the mode after creation: a narrow umask would lock the account out, a wide one would let everyone in.
    chmodSync(folder, 0o755);
    return true;
  } catch {
    return false;
  }
}
