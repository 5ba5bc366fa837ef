import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = 'apps/server/migrations';
/** It creates an empty database, so no older code can be upgraded to it. */
const BASELINE = `${MIGRATIONS}/0001-baseline.sql`;
const INSTALL_MS_MAX = 600_000;

/** A commit's code in a separate folder with its own packages. */
export interface OldCode {
  commit: string;
  folder: string;
  /** Runs code there, with `from(path)` to import its files. Returns its result through JSON. */
  evaluate(code: string): Promise<unknown>;
}

/** The run is impossible; one line with the reason. */
export class NoOldCode extends Error {}

/**
 * Extracts the code of `commit` into `folder`. Null: the last commit before the newest migration, or the newest commit
 * when there is only one migration. Throws `NoOldCode`.
 */
export async function takeOldCode(folder: string, commit: string | null): Promise<OldCode> {
  const found = await commitOf(commit ?? (await beforeNewestMigration()));
  mkdirSync(folder, { recursive: true });
  await unpack(found, folder);
  const options = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  await run('npm', ['ci', ...options, '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
    timeout: INSTALL_MS_MAX,
    maxBuffer: 64 * 2 ** 20,
  }).catch((error: { stderr?: string }) => {
    throw new NoOldCode(`npm ci of ${found} failed: ${error.stderr?.trim().split('\n')[0] ?? error}`);
  });
  return { commit: found, folder, evaluate: (code) => evaluate(folder, code) };
}

async function git(...args: string[]): Promise<string> {
  try {
    return (await run('git', args, { cwd: ROOT, maxBuffer: 64 * 2 ** 20 })).stdout.trim();
  } catch (error) {
    const text = (error as { stderr?: string }).stderr?.trim().split('\n')[0] ?? String(error);
    throw new NoOldCode(`This needs git and the history of the project, to run older code: ${text}`);
  }
}

async function beforeNewestMigration(): Promise<string> {
  const added = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', MIGRATIONS, `:!${BASELINE}`);
  return added === '' || !(await isFile(`${added}^`, BASELINE)) ? 'HEAD' : `${added}^`;
}

async function isFile(commit: string, path: string): Promise<boolean> {
  return (await git('ls-tree', '--name-only', commit, '--', path)) !== '';
}

async function commitOf(name: string): Promise<string> {
  return git('rev-parse', '--verify', `${name}^{commit}`);
}

async function unpack(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', '--format=tar', commit], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] });
  archive.stdout.pipe(tar.stdin);
  const codes = await Promise.all([once(archive, 'close'), once(tar, 'close')]);
  if (codes.some(([code]) => code !== 0)) throw new NoOldCode(`the files of ${commit} could not be taken out`);
}

async function evaluate(folder: string, code: string): Promise<unknown> {
  const script = `const from = (path) => import(${JSON.stringify(`${folder}/`)} + path);
    const value = await (async () => { ${code} })();
    process.stdout.write('\\n' + JSON.stringify(value ?? null) + '\\n', () => process.exit(0));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null');
}
