import { join, resolve } from 'node:path';
import { type Area, type Call, UsageError } from '@tercet/server/cli/program/act.ts';
import { basesIn } from '../backup/bases.ts';
import { makeBase } from '../backup/make-base.ts';
import { restore } from '../backup/restore.ts';
import { StartFailure } from '../failure.ts';
import { openDataFolder, placeOf } from '../postgres/place.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { dataDirOf } from '../start/options.ts';

const FOLDER = { name: 'FOLDER', about: 'the backup: bases and WAL' };

/** For the embedded database. Operators of other servers use their own tools: docs/operating/database-lost.md. */
export const BACKUP: Area = {
  name: 'backup',
  about: 'backs up the embedded database',
  acts: [
    {
      name: 'base',
      about: 'makes a base backup, and archives the WAL from then on',
      args: [FOLDER],
      scope: 'embedded',
      run: base,
    },
    {
      name: 'list',
      about: 'lists base backups',
      args: [FOLDER],
      scope: 'files',
      hasJson: true,
      async run({ args: [folder = ''] }) {
        const bases = basesIn(resolve(folder));
        const lines = bases.map(({ endedAt, files, path }) => `${endedAt}  ${megabytes(files)} MB  ${path}`);
        const data = bases.map(({ endedAt, files, path }) => ({ endedAt, bytes: bytesOf(files), path }));
        return { lines: lines.length === 0 ? ['No base backup yet'] : lines, data };
      },
    },
    {
      name: 'restore',
      about: 'restores the database into a data folder that has none',
      args: [FOLDER],
      options: {
        until: { value: 'TIME', about: 'moment to restore, such as 2026-11-25T01:30:00Z; without it the newest' },
        wal: { value: 'FOLDER', about: 'more WAL: pg_wal of what is left of the old database' },
      },
      scope: 'embedded',
      run: putBack,
    },
  ],
};

async function base({ args: [given = ''], environment, progress }: Call): Promise<string[]> {
  const folder = resolve(given);
  const dataDir = dataDirOf(environment);
  const place = placeOf(openDataFolder(dataDir));
  if (`${folder}/`.startsWith(`${place.cluster}/`)) {
    throw new StartFailure('A backup in the folder of the database would be lost with it: choose another disk');
  }
  const postgres = await startPostgres({ dataDir });
  try {
    const onCopied = (done: number, total: number) => progress.show('base backup', done, total);
    const made = await makeBase({ folder, ownerUrl: postgres.ownerUrl, ...place, onCopied });
    return [
      `base     ${made.path}, ${megabytes(made.files)} MB, of ${made.endedAt}`,
      `log      kept in ${join(folder, 'wal')} from now on, a minute behind at the most`,
      `not in it: the keys (${join(dataDir, 'keys')}), films and files. Without the keys there is no club: copy them to`,
      '         another place, again after each key change.',
    ];
  } finally {
    await postgres.stop();
  }
}

async function putBack({ args: [given = ''], options, environment, progress }: Call): Promise<string[]> {
  const dataDir = dataDirOf(environment);
  const untilMs = options.until === undefined ? null : Date.parse(options.until);
  if (Number.isNaN(untilMs)) {
    throw new UsageError(`--until ${options.until} is no time: write 2026-11-25T01:30:00Z`);
  }
  const moreLog = options.wal === undefined ? null : resolve(options.wal);
  const onCopied = (done: number, total: number) => progress.show('restore', done, total);
  const done = await restore({ folder: resolve(given), dataDir, untilMs, moreLog, onCopied });
  return [
    `base     ${done.base.path}`,
    `restored ${done.cluster}, up to ${done.lastCommitAt ?? done.base.endedAt}`,
    `Now put back the keys (${join(dataDir, 'keys')}) if they are lost too, then look: club book recover`,
  ];
}

function bytesOf(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function megabytes(files: readonly { bytes: number }[]): number {
  return Math.ceil(bytesOf(files) / 2 ** 20);
}
