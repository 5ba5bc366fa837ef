import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  makeEmpty,
  writeApiDocuments,
  writePackages,
  writePages,
  writeSbom,
  writeSums,
  writeVerifier,
} from './release/artifacts.ts';
import { findEngine, writeImage } from './release/image.ts';
import { prepare } from './release/prepare.ts';
import { readTree, treeFaults } from './release/tree.ts';

// npm run release -- VERSION [--out FOLDER] [--skip NAME …]: verifies the tree, and builds all that is published.
// npm run release -- VERSION --prepare: sets the version and the changelog's day, for a commit of its own.

const ROOT = join(import.meta.dirname, '..');
const USAGE = `Usage: npm run release -- VERSION [--out FOLDER] [--skip NAME …] | VERSION --prepare
NAME: check, tests, upgrade, pages or image`;

/** What verifies the tree, in order of cost. */
const SUITES: Readonly<Record<string, { script: string; args: string[] }>> = {
  check: { script: 'tools/test.ts', args: ['check'] },
  tests: { script: 'tools/test.ts', args: [] },
  upgrade: { script: 'tests/upgrade/run.ts', args: [] },
};
const PARTS = ['pages', 'image'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    skip: { type: 'string', multiple: true, default: [] },
    prepare: { type: 'boolean', default: false },
  },
});
const [version, ...more] = positionals;
const unknown = values.skip.filter((name) => !(name in SUITES) && !PARTS.includes(name));
if (version === undefined || more.length > 0 || unknown.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
try {
  process.exitCode = values.prepare ? prepareTree(version) : await release(version, values.skip);
} catch (error) {
  console.error(`${version} was not released: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function prepareTree(to: string): number {
  prepare(ROOT, to, new Date().toISOString().slice(0, 10));
  console.log(`Set ${to}. Next: npm run generate, commit, npm run release -- ${to}`);
  return 0;
}

async function release(of: string, skip: readonly string[]): Promise<number> {
  const tree = readTree(ROOT);
  const faults = treeFaults(tree, of);
  if (faults.length > 0) {
    console.error([`${of} cannot be released:`, ...faults.map((fault) => `  ${fault}`)].join('\n'));
    return 1;
  }
  const skipped = [...skip];
  for (const [name, { script, args }] of Object.entries(SUITES)) {
    if (skip.includes(name)) continue;
    console.log(`== ${name}`);
    const { status } = spawnSync(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, stdio: 'inherit' });
    if (status !== 0) {
      console.error(`${of} cannot be released: ${name} failed`);
      return 1;
    }
  }
  const out = resolve(values.out ?? join(ROOT, 'dist', `release-${of}`));
  makeEmpty(out);
  console.log('== packages, bill of materials, checking page, API documents');
  writePackages(ROOT, out);
  writeSbom(out);
  await writeVerifier(out);
  writeApiDocuments(out);
  if (!skip.includes('pages')) writePages(out);
  const engine = skip.includes('image') ? null : findEngine();
  if (engine) writeImage(engine, ROOT, out, of);
  else if (!skip.includes('image')) skipped.push('image: no container engine here');
  writeFileSync(
    join(out, 'release.json'),
    `${JSON.stringify({ version: of, commit: tree.commit, skipped }, null, 2)}\n`,
  );
  writeSums(out);
  for (const name of skipped) console.log(`SKIPPED ${name}`);
  console.log(`${relative(process.cwd(), out) || '.'}: verify with sha256sum --check SHA256SUMS`);
  return 0;
}
