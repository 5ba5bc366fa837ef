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
import { takeLock } from '../scripts/lock.mjs';
import { StartFailure } from './failure.ts';

const ROOT = join(import.meta.dirname, '..');
export const MEMBER_APP = join(ROOT, 'apps/member');
/** What the built files depend on. */
const SOURCES = [
  ...['src', 'verifier', 'public', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'].map((name) =>
    join(MEMBER_APP, name),
  ),
  ...['fair', 'money', 'contract'].map((name) => join(ROOT, 'packages', name, 'src')),
  join(ROOT, 'package-lock.json'),
];
const CACHE = join(ROOT, '.cache/member-app');
/** Enough that no server which is still running loses its files to newer builds. */
const BUILDS_KEPT = 12;
const BUILD_MS_MAX = 300_000;

/**
 * The folder of the built member app, built first when its sources have changed. Each state of the sources has a folder
 * of its own, so that a server keeps its files while a newer one is built.
 */
export async function buildMemberApp(onBuild: () => void = () => {}): Promise<string> {
  const folder = join(CACHE, hashOf(SOURCES));
  if (existsSync(folder)) return folder;
  try {
    mkdirSync(CACHE, { recursive: true });
  } catch (error) {
    throw new StartFailure(
      `The pages cannot be built: ${CACHE} cannot be written to (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  const lock = await takeLock(join(CACHE, 'lock'), { waitMs: BUILD_MS_MAX });
  try {
    if (!existsSync(folder)) {
      onBuild();
      await build(folder);
      removeOld();
    }
  } finally {
    lock.release();
  }
  return folder;
}

async function build(folder: string): Promise<void> {
  const unfinished = join(CACHE, 'unfinished');
  await runVite(['--outDir', unfinished, '--emptyOutDir']);
  await buildVerifier(unfinished);
  renameSync(unfinished, folder);
}

/** Builds the verifier's page into a folder, as `verifier.html`; what else lies there stays. */
export function buildVerifier(outDir: string, memberApp: string = MEMBER_APP): Promise<void> {
  return runVite(['--config', 'verifier/vite.config.ts', '--outDir', outDir, '--emptyOutDir', 'false'], memberApp);
}

/** Throws a `StartFailure` with the first reason that Vite gives. */
async function runVite(args: string[], memberApp: string = MEMBER_APP): Promise<void> {
  const { code, text } = await callVite(['build', ...args, '--logLevel', 'warn'], memberApp);
  if (code !== 0) {
    mkdirSync(CACHE, { recursive: true });
    const log = join(CACHE, 'build.log');
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
    execFile(process.execPath, [viteProgram(), ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? error.signal) : 0, text: `${stdout}${stderr}` });
    });
  });
}

/** Vite's own command file; workspaces may have it in their own folder of packages or in the shared one. */
export function viteProgram(): string {
  return join(dirname(createRequire(join(MEMBER_APP, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
}

function removeOld(): void {
  const builds = readdirSync(CACHE)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => join(CACHE, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const path of builds.slice(BUILDS_KEPT)) rmSync(path, { recursive: true });
}

function hashOf(paths: string[]): string {
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
