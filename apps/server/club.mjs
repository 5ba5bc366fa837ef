#!/usr/bin/env node
// club AREA ACT: starts the operator program where there is no npm, as in an image. Plain JavaScript, so that an old
// Node can say what is missing.

const NODE_MIN = 24;

if (Number(process.versions.node.split('.')[0]) < NODE_MIN) {
  console.error(`This program needs Node ${NODE_MIN}, and this is ${process.version}: use npm run club -- AREA ACT`);
  process.exitCode = 2;
} else {
  await import('./src/cli.ts');
}
