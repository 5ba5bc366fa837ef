import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { baselineSql } from './generate/baseline.ts';
import { withVariables } from './generate/configuration.ts';
import { withTasks } from './generate/console-tasks.ts';
import { apiDocument, typesOfDocument } from './generate/contract.ts';
import { databaseTypes } from './generate/database-types.ts';
import { type DatabaseUrls, withDatabase } from './generate/fresh-database.ts';
import { schemaDifference } from './generate/schema-difference.ts';

// node tools/generate.ts [--check]: regenerates derived files, or lists outdated ones. Fails when the migrations and
// apps/server/schema build different databases.

const ROOT = join(import.meta.dirname, '..');

/** Path from the root, and the file's text. */
type Generated = readonly [path: string, text: string];

const MIGRATIONS = 'apps/server/migrations';
const CONFIGURATION = 'docs/configuration.md';
const CONSOLE_TASKS = 'docs/console-tasks.md';
const BASELINE = `${MIGRATIONS}/0001-baseline.sql`;

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const isBaselineOpen = readdirSync(join(ROOT, MIGRATIONS)).every((name) => name === '0001-baseline.sql');
const changed: string[] = [];
// Clubs have run the baseline once a second migration exists, so it is frozen then.
if (isBaselineOpen) put([BASELINE, baselineSql(ROOT)]);
const difference = await withDatabase(async (urls) => {
  for (const file of await generate(urls)) put(file);
  return schemaDifference(urls.ownerUrl, ROOT);
});
if (difference !== null) {
  console.error(`apps/server/schema and the migrations differ: ${difference}`);
  process.exitCode = 1;
}
if (!values.check && changed.length === 0) console.log('Nothing to change');

/** Writes a file that differs, or reports it with `--check`. */
function put([path, text]: Generated): void {
  if (readOrNull(join(ROOT, path)) === text) return;
  changed.push(path);
  if (values.check) {
    console.error(`${path} is out of date: run npm run generate`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(join(ROOT, path), text);
  console.log(`Wrote ${path}`);
}

async function generate(urls: DatabaseUrls): Promise<Generated[]> {
  const document = await apiDocument(urls);
  return [
    ['apps/server/src/db/schema.d.ts', await databaseTypes(urls.ownerUrl)],
    ['packages/contract/openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['packages/contract/src/schema.d.ts', await typesOfDocument(document)],
    [CONFIGURATION, withVariables(readOrNull(join(ROOT, CONFIGURATION)) ?? '')],
    [CONSOLE_TASKS, withTasks(readOrNull(join(ROOT, CONSOLE_TASKS)) ?? '', ROOT)],
  ];
}

function readOrNull(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
