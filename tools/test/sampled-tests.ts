import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PATTERNS = [
  '{packages,dev,tools}/**/*.test.ts',
  'apps/*/src/**/*.test.{ts,tsx}',
  'apps/server/tests/!(abuse)/**/*.test.ts',
];
const IMPORTS = /from '(\.[^']*\/sample\.ts)'/g;
const SAMPLE = join(ROOT, 'packages/fair/tests/sample.ts');

/** Test files of which `npm test` runs a sample: they import `packages/fair/tests/sample.ts`. */
export function sampledTests(): string[] {
  found ??= findSampled();
  return found;
}

let found: string[] | undefined;

function findSampled(): string[] {
  const files = globSync(PATTERNS, { cwd: ROOT, exclude: (path) => path.includes('node_modules') });
  return files.filter(importsSample).sort();
}

function importsSample(path: string): boolean {
  const imports = [...readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORTS)];
  return imports.some(([, name = '']) => join(ROOT, dirname(path), name) === SAMPLE);
}
