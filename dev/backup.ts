import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { basesIn } from './backup/bases.ts';
import { makeBase } from './backup/make-base.ts';
import { restore } from './backup/restore.ts';
import { StartFailure } from './failure.ts';
import { openDataFolder, placeOf } from './postgres/place.ts';
import { startPostgres } from './postgres.ts';

// npm run backup -- base FOLDER | list FOLDER | restore FOLDER: of the database that comes along. Others have tools of
// their own: docs/operating/database-lost.md.

const USAGE = `Usage: npm run backup -- base FOLDER | list FOLDER | restore FOLDER [--until TIME] [--wal FOLDER]`;

async function run(args: readonly string[]): Promise<string[]> {
  const { DATABASE_URL, TERCET_DATA } = process.env;
  const { values, positionals } = parse(args);
  const [command, given] = positionals;
  if (positionals.length !== 2 || command === undefined || given === undefined) throw new StartFailure(USAGE);
  if (command !== 'restore' && Object.keys(values).length > 0) throw new StartFailure(USAGE);
  const folder = resolve(given);
  if (command === 'list') return list(folder);
  if (DATABASE_URL) {
    throw new StartFailure(
      'DATABASE_URL names a database with tools of its own: see docs/operating/database-lost.md for pg_basebackup and WAL',
    );
  }
  const dataDir = resolve(TERCET_DATA || join(import.meta.dirname, '../.data'));
  if (command === 'base') return base(folder, dataDir);
  if (command !== 'restore') throw new StartFailure(USAGE);
  const untilMs = values.until === undefined ? null : Date.parse(values.until);
  if (Number.isNaN(untilMs)) throw new StartFailure(`--until ${values.until} is no time: write 2026-11-25T01:30:00Z`);
  return putBack(folder, dataDir, untilMs, values.wal === undefined ? null : resolve(values.wal));
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { until: { type: 'string' }, wal: { type: 'string' } },
      allowPositionals: true,
    });
  } catch {
    throw new StartFailure(USAGE);
  }
}

function list(folder: string): string[] {
  const bases = basesIn(folder);
  if (bases.length === 0) return ['No base backup yet'];
  return bases.map(({ endedAt, files, path }) => `${endedAt}  ${megabytes(files)} MB  ${path}`);
}

async function base(folder: string, dataDir: string): Promise<string[]> {
  const place = placeOf(openDataFolder(dataDir));
  if (`${folder}/`.startsWith(`${place.cluster}/`)) {
    throw new StartFailure('A backup in the folder of the database would be lost with it: choose another disk');
  }
  const postgres = await startPostgres({ dataDir });
  try {
    const made = await makeBase({ folder, ownerUrl: postgres.ownerUrl, ...place });
    return [
      `base     ${made.path}, ${megabytes(made.files)} MB, of ${made.endedAt}`,
      `log      kept in ${join(folder, 'wal')} from now on, a minute behind at the most`,
      `not in it: the keys (${join(dataDir, 'keys')}), films and files. Without the keys there is no club: copy them to`,
      '         another place, and anew whenever one is made.',
    ];
  } finally {
    await postgres.stop();
  }
}

async function putBack(folder: string, dataDir: string, untilMs: number | null, moreLog: string | null) {
  const { base, cluster, lastCommitAt } = await restore({ folder, dataDir, untilMs, moreLog });
  return [
    `base     ${base.path}`,
    `restored ${cluster}, up to ${lastCommitAt ?? base.endedAt}`,
    `Now put back the keys (${join(dataDir, 'keys')}) if they are lost too, then look: npm run book -- recover`,
  ];
}

function megabytes(files: readonly { bytes: number }[]): number {
  return Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20);
}

try {
  for (const line of await run(process.argv.slice(2))) console.log(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
