import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeLock } from './lock.mjs';

// Runs before each command, on whatever Node the machine has: puts in place the packages of package-lock.json, among
// them the project's own Node. Plain JavaScript without packages, since there are none yet. Says nothing and needs no
// network when nothing is missing.

const NODE_MIN = 20;
const NODE_OWN = 24;
const PLATFORMS = ['linux-x64', 'linux-arm64'];
const WAIT_MS = 15 * 60_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.tercet-setup');
const log = join(root, '.cache', 'setup.log');
const platform = `${process.platform}-${process.arch}`;

/** What is wrong, in one line for the person at the terminal. */
class SetupFailure extends Error {}

try {
  await setUp();
} catch (error) {
  if (!(error instanceof SetupFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function setUp() {
  const own = Number(process.versions.node.split('.')[0]);
  if (own < NODE_MIN)
    throw new SetupFailure(`Tercet needs Node ${NODE_MIN} or newer to begin with; this is ${process.version}.`);
  if (!PLATFORMS.includes(platform) && own < NODE_OWN) {
    throw new SetupFailure(
      `Tercet brings its own Node for ${PLATFORMS.join(' and ')} only; on ${platform} install Node ${NODE_OWN}.`,
    );
  }
  const lockText = readText(join(root, 'package-lock.json'));
  if (lockText === null) throw new SetupFailure(`There is no package-lock.json in ${root}.`);
  const wanted = `${createHash('sha256').update(lockText).digest('hex')} ${platform}\n`;
  if (readText(stamp) === wanted) return;
  const lock = await waitForTurn();
  try {
    if (readText(stamp) === wanted) return;
    if (!isInstalled(lockText)) install();
    linkNode();
    refuseBrokenNode();
    writeFileSync(`${stamp}.new`, wanted);
    renameSync(`${stamp}.new`, stamp);
  } finally {
    lock.release();
  }
}

/** Several commands may be typed at once; one installs, the others wait and find it done. */
async function waitForTurn() {
  const folder = join(root, '.cache');
  try {
    mkdirSync(folder, { recursive: true });
    return await takeLock(join(folder, 'setup.lock'), {
      waitMs: WAIT_MS,
      onWait: (pid) => console.error(`Waiting for process ${pid}, which installs the packages …`),
    });
  } catch (error) {
    throw new SetupFailure(`The packages cannot be installed: ${folder} cannot be written to (${codeOf(error)}).`);
  }
}

/**
 * Whether what npm noted of its last complete run is what the lock file asks for. Packages for other systems are left
 * out by npm.
 *
 * @param {string} lockText
 */
function isInstalled(lockText) {
  const noted = readText(join(modules, '.package-lock.json'));
  if (noted === null) return false;
  const wanted = packagesIn(lockText);
  const present = packagesIn(noted);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const there = present[path];
    if (!there || !existsSync(join(root, path))) return entry.optional === true && !isForUs(entry);
    // A lock file may omit the registry, which npm notes at the installation.
    const isSameSource = entry.resolved === undefined || there.resolved === entry.resolved;
    return there.version === entry.version && there.integrity === entry.integrity && isSameSource;
  });
}

/**
 * An optional package that names no system belongs to one that does, and may be left out with it.
 *
 * @param {Entry} entry
 */
function isForUs({ os, cpu, libc = ['glibc'] }) {
  if (!os && !cpu) return false;
  const fits = (os ?? [process.platform]).includes(process.platform) && (cpu ?? [process.arch]).includes(process.arch);
  return fits && libc.includes('glibc');
}

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, optional?: boolean, os?: string[],
 *   cpu?: string[], libc?: string[] }} Entry
 */

/**
 * @param {string} text
 * @returns {Record<string, Entry>}
 */
function packagesIn(text) {
  try {
    return JSON.parse(text).packages ?? {};
  } catch {
    return {};
  }
}

function install() {
  console.error('Installing the packages; this takes about a minute, once …');
  // No package's install script is needed, and newer npm would not run them.
  const options = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const run = spawnSync(program, [...first, ...options], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  if (run.status === 0) return;
  writeFileSync(log, `${run.stdout ?? ''}${run.stderr ?? ''}${run.error ?? ''}\n`);
  const complaints = (run.stderr ?? '')
    .split('\n')
    .filter((line) => /^npm (error|ERR!) (?!code|errno|A complete log)/.test(line));
  const reason =
    complaints[0]?.replace(/^npm \S+ /, '') ?? run.error?.message ?? `it ended with ${run.status ?? run.signal}`;
  throw new SetupFailure(`npm ci failed: ${reason.trim()} (all of it: ${log})`);
}

/**
 * Before version 11, npm removes the command `node` again: the package for another system, which it leaves out, has a
 * command of the same name.
 */
function linkNode() {
  const link = join(modules, '.bin', 'node');
  if (!existsSync(join(modules, `node-${platform}`)) || existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(join('..', `node-${platform}`, 'bin', 'node'), link);
}

function refuseBrokenNode() {
  if (!PLATFORMS.includes(platform)) return;
  const program = join(modules, '.bin', 'node');
  const run = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (run.status === 0) return;
  const reason = run.error?.message ?? run.stderr.trim().split('\n')[0];
  throw new SetupFailure(`The Node that comes with Tercet does not run on this system: ${reason}`);
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  return code ?? message;
}
