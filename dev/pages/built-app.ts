import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { takeLock } from '../../scripts/lock.mjs';
import { StartFailure } from '../failure.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** A web app built before it is served. */
export interface WebApp {
  /** Its folder's name under `.cache`. */
  name: string;
  /** The folder of its vite.config.ts. */
  folder: string;
  /** Files and folders that the build depends on. */
  sources: readonly string[];
  /** Adds further files to the build. */
  more?(outDir: string): Promise<void>;
}

/** Enough that newer builds do not remove the files of a server that is still running. */
const BUILDS_KEPT = 12;
const BUILD_MS_MAX = 300_000;

/**
 * The folder of the current build, existing or not. Each state of the sources has its own folder, so that a running
 * server keeps its files during a newer build.
 */
export function builtFolder(app: WebApp): string {
  return join(cacheOf(app), hashOf(app.sources));
}

/** The built app's folder. Builds the app first if its sources have changed. */
export async function buildApp(app: WebApp, onBuild: () => void = () => {}): Promise<string> {
  const folder = builtFolder(app);
  if (existsSync(folder)) return folder;
  const cache = cacheOf(app);
  try {
    mkdirSync(cache, { recursive: true });
  } catch (error) {
    throw new StartFailure(
      `The pages cannot be built: ${cache} cannot be written to (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  const lock = await takeLock(join(cache, 'lock'), { waitMs: BUILD_MS_MAX });
  try {
    if (!existsSync(folder)) {
      onBuild();
      await build(app, folder);
      removeOld(cache);
    }
  } finally {
    lock.release();
  }
  return folder;
}

async function build(app: WebApp, folder: string): Promise<void> {
  const unfinished = join(cacheOf(app), 'unfinished');
  await runVite(app, ['--outDir', unfinished, '--emptyOutDir']);
  await app.more?.(unfinished);
  renameSync(unfinished, folder);
}

/** Throws a `StartFailure` with the first error that Vite reports. */
export async function runVite(app: Pick<WebApp, 'name' | 'folder'>, args: string[]): Promise<void> {
  const { code, text } = await callVite(['build', ...args, '--logLevel', 'warn'], app.folder);
  if (code !== 0) {
    mkdirSync(cacheOf(app), { recursive: true });
    const log = join(cacheOf(app), 'build.log');
    writeFileSync(log, text);
    const lines = stripVTControlCharacters(text)
      .split('\n')
      .map((line) => line.trim());
    const reason = lines.find((line) => /^\[[A-Z_]+\]/.test(line)) ?? lines.find(Boolean) ?? 'it gave no reason';
    throw new StartFailure(`The pages cannot be built: ${reason} (all of it: ${log})`);
  }
}

function callVite(args: string[], cwd: string): Promise<{ code: number | string | null | undefined; text: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const options = { cwd, env: { PATH, HOME, TMPDIR, NODE_ENV: 'production' }, timeout: BUILD_MS_MAX };
  return new Promise((resolve) => {
    execFile(process.execPath, [viteProgram(cwd), ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? error.signal) : 0, text: `${stdout}${stderr}` });
    });
  });
}

/** Vite's command file, in the workspace's own packages or the shared ones. */
export function viteProgram(folder: string = join(ROOT, 'apps/member')): string {
  return join(dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
}

function cacheOf({ name }: Pick<WebApp, 'name'>): string {
  return join(ROOT, '.cache', name);
}

function removeOld(cache: string): void {
  const builds = readdirSync(cache)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => join(cache, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const path of builds.slice(BUILDS_KEPT)) rmSync(path, { recursive: true });
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn))
    hash
      .update(`${path.slice(ROOT.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!lstatSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !/\.test\.tsx?$/.test(name));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}
