import { chownSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartFailure } from '../failure.ts';

/** The unprivileged account that runs PostgreSQL when we are root, because PostgreSQL refuses root. */
export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/**
 * The account that runs the cluster in `folder`; null for the current user. As root: the owner of an existing cluster,
 * else `nobody`. Throws `StartFailure` when the cluster belongs to a third user.
 */
export function accountFor(folder: string): Account | null {
  const me = currentUid();
  const owner = ownerOf(folder);
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new StartFailure(
        `The database in ${folder} belongs to ${nameOf(owner.uid)}, not to you: start as that user`,
      );
    }
    return null;
  }
  return owner && owner.uid !== 0 ? owner : nobody();
}

/** Whether `account` can pass through every folder of `path`. */
export function canReach(path: string, account: Account): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Changes the owner of a whole tree. Symbolic links are changed, not their targets. */
export function giveTo(path: string, account: Account): void {
  if (lstatSync(path).isSymbolicLink()) return;
  chownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(join(path, name), account);
}

/** The current user's id. In containers it may have no name. */
export function currentUid(): number {
  return process.getuid?.() ?? -1;
}

function ownerOf(path: string): Account | null {
  try {
    const { uid, gid } = statSync(path);
    return { uid, gid };
  } catch {
    return null;
  }
}

function nobody(): Account {
  const line = passwd().find((fields) => fields[0] === 'nobody');
  const found = { uid: Number(line?.[2]), gid: Number(line?.[3]) };
  return found.uid > 0 && found.gid > 0 ? found : NOBODY;
}

function nameOf(uid: number): string {
  return passwd().find((fields) => fields[2] === String(uid))?.[0] ?? `user ${uid}`;
}

function passwd(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}
