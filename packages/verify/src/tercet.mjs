#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Plain JavaScript: it is run by whatever Node the machine has, and finds one that runs TypeScript as it is.

const OWN_NODE = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

if (runsTypeScript()) {
  const { main } = await import('./main.ts');
  process.exitCode = await main(process.argv.slice(2));
} else if (existsSync(OWN_NODE) && realpathSync(OWN_NODE) !== realpathSync(process.execPath)) {
  handOver();
} else {
  console.error(
    `tercet needs Node 24 (or 22.18 and newer); this is ${process.version}. ` +
      'In the repository "node scripts/setup.mjs" brings its own; elsewhere install Node 24.',
  );
  process.exitCode = 1;
}

function runsTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}

/** Runs this file on the repository's own Node, passes signals on, and ends as that one ends. */
function handOver() {
  const child = spawn(OWN_NODE, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`The Node that comes with Tercet does not run on this system: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    for (const name of SIGNALS) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}
