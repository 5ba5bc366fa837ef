import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { apiDocument, typesOfDocument } from './generate/contract.ts';
import { databaseTypes } from './generate/database-types.ts';
import { type DatabaseUrls, withDatabase } from './generate/fresh-database.ts';
import { schemaSql } from './generate/schema-sql.ts';

// node tools/generate.ts [--check]: makes the files that follow from others, or says which of them are out of date.

const ROOT = join(import.meta.dirname, '..');

/** Path under the root, and what belongs there. */
type Generated = readonly [path: string, text: string];

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const files = await withDatabase(generate);
const changed = files.filter(([path, text]) => readOrNull(join(ROOT, path)) !== text);
if (values.check) {
  for (const [path] of changed) console.error(`${path} is out of date: run npm run generate`);
  process.exitCode = changed.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of changed) writeFileSync(join(ROOT, path), text);
  console.log(changed.length === 0 ? 'Nothing to change' : changed.map(([path]) => `Wrote ${path}`).join('\n'));
}

async function generate(urls: DatabaseUrls): Promise<Generated[]> {
  const document = await apiDocument(urls);
  return [
    [under('apps/server/schema.sql'), await schemaSql(urls.ownerUrl)],
    [under('apps/server/src/db/schema.d.ts'), await databaseTypes(urls.ownerUrl)],
    [under('packages/contract/openapi.json'), `${JSON.stringify(document, null, 2)}\n`],
    [under('packages/contract/src/schema.d.ts'), await typesOfDocument(document)],
  ];
}

function under(path: string): string {
  return relative(ROOT, join(ROOT, path));
}

function readOrNull(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
