import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartFailure } from '../failure.ts';
import { makeFolder } from '../make-folder.ts';
import { type Account, accountFor, canReach } from './account.ts';
import { folderOutside } from './folders.ts';

/** The content of `postgres.json` in the data folder. */
interface Remembered {
  port?: number;
  /** The cluster's folder when it is not in the data folder. */
  cluster?: string;
  /** The data folder this was written in. A copy of the folder must not use the same cluster. */
  dataDir?: string;
}

export interface Place {
  dataDir: string;
  cluster: string;
  account: Account | null;
}

/** Creates the data folder if needed and returns its real path. Throws `StartFailure` when it is not writable. */
export function openDataFolder(path: string): string {
  try {
    // PostgreSQL's own user must be able to pass through. Secrets in the folder have their own modes.
    makeFolder(path, 0o711);
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartFailure(`The data folder ${path} cannot be written to (${code}): set TERCET_DATA to another one`);
  }
}

/**
 * Where the cluster lies and which account runs it. It lies outside the data folder only when the account could not
 * reach it there.
 */
export function placeOf(dataDir: string): Place {
  const known = recall(dataDir);
  if (known.cluster) {
    refuseCopy(dataDir, known);
    return { dataDir, cluster: known.cluster, account: accountFor(known.cluster) };
  }
  const inside = join(dataDir, 'postgres');
  const account = accountFor(inside);
  if (!account || existsSync(inside) || (letThrough(dataDir, account) && canGive(dataDir, account))) {
    return { dataDir, cluster: inside, account };
  }
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const cluster = join(folderOutside('/var/lib/tercet', account), id);
  remember(dataDir, { cluster, dataDir });
  return { dataDir, cluster, account };
}

function refuseCopy(dataDir: string, known: Remembered): void {
  if (known.dataDir === undefined || known.dataDir === dataDir) return;
  if (recall(known.dataDir).cluster === known.cluster) {
    throw new StartFailure(
      `${dataDir} is a copy of ${known.dataDir} and would share its database: remove ${join(dataDir, 'postgres.json')}`,
    );
  }
  remember(dataDir, { dataDir });
}

/** Whether `account` can reach the data folder. Opens that folder to pass through if needed, but none above it. */
function letThrough(dataDir: string, account: Account): boolean {
  if (canReach(dataDir, account)) return true;
  if (!canReach(dirname(dataDir), account)) return false;
  try {
    chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011);
  } catch {
    return false;
  }
  return canReach(dataDir, account);
}

/** Some file systems have no owners. */
function canGive(folder: string, account: Account): boolean {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    mkdirSync(probe);
    chownSync(probe, account.uid, account.gid);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

export function rememberedPort(dataDir: string): number | undefined {
  return recall(dataDir).port;
}

export function rememberPort(dataDir: string, port: number): void {
  remember(dataDir, { port });
}

function recall(dataDir: string): Remembered {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  } catch {
    return {};
  }
}

function remember(dataDir: string, change: Remembered): void {
  const path = join(dataDir, 'postgres.json');
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...recall(dataDir), ...change })}\n`);
  renameSync(`${path}.new`, path);
}

/**
 * The owner's password, generated at the first call. Throws `StartFailure` when a cluster exists but its password is
 * lost.
 */
export function ownerPassword(dataDir: string, hasCluster: boolean): string {
  const path = join(dataDir, 'postgres-password');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  if (hasCluster) throw new StartFailure(`The file ${path} is missing; without it the database cannot be opened`);
  const password = randomBytes(24).toString('base64url');
  writeFileSync(`${path}.new`, `${password}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return password;
}
