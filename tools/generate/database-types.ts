import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cli } from 'kysely-codegen';
import { formatted } from './formatted.ts';

/** The tables and views as Kysely's types. Days are text and int8 is bigint, as `db/pool.ts` reads them. */
export async function databaseTypes(ownerUrl: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tercet-types-'));
  try {
    const outFile = join(folder, 'schema.d.ts');
    const options = [
      ['--dialect', 'postgres'],
      ['--url', ownerUrl],
      ['--date-parser', 'string'],
      ['--type-mapping', '{"int8":"bigint"}'],
      // The migrator keeps its own tables there.
      ['--exclude-pattern', 'public.*'],
      ['--out-file', outFile],
      ['--log-level', 'error'],
    ];
    await new Cli().run({ argv: options.flat() });
    return formatted(readFileSync(outFile, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
