import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRules } from './rules/document.ts';
import { isBroken, lineOf } from './rules/judge.ts';
import { runTests } from './rules/run-tests.ts';

// npm run rules: runs the tests that docs/house-rules.md names and reports whether each house rule holds.

if (process.argv.length > 2) {
  console.error('usage: npm run rules (takes no arguments)');
  process.exit(2);
}

const ROOT = join(import.meta.dirname, '..');

const rules = readRules(readFileSync(join(ROOT, 'docs/house-rules.md'), 'utf8'));
const tests = rules.flatMap((rule) => rule.tests);
console.error(`Running the ${tests.length} tests of the house rules …`);
const outcomes = runTests(ROOT, tests);
for (const rule of rules) console.log(lineOf(rule, outcomes));
process.exitCode = rules.some((rule) => isBroken(rule, outcomes)) ? 1 : 0;
