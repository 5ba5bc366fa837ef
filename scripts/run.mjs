import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// node scripts/run.mjs FILE [ARGUMENT …]: installs missing packages, then runs the file with the project's own Node.
// Every script of package.json starts with it, so the caller's Node may be older. Plain JavaScript without packages.

const NODE_OWN = 24;
const PARENT_EVERY_MS = 500;

const root = fileURLToPath(new URL('..', import.meta.url));
const own = join(root, 'node_modules/.bin/node');
const [file = '', ...rest] = process.argv.slice(2);

await import('./setup.mjs');
if (!process.exitCode) run([resolve(root, file), ...rest]);

/** @param {string[]} args */
function run(args) {
  const program = existsSync(own) ? own : process.execPath;
  // A process that replaces this one has its process id, its signals and its exit code.
  if (Number(process.versions.node.split('.')[0]) >= NODE_OWN && process.execve) {
    process.execve(program, [program, ...args], { ...process.env });
  }
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  endWithNpm(child);
  child.on('error', (error) => {
    console.error(`${program} does not run: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/**
 * npm that is killed outright passes no signal on.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, PARENT_EVERY_MS).unref();
}
