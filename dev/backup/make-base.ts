import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { StartFailure } from '../failure.ts';
import type { Account } from '../postgres/account.ts';
import { type Archive, openArchive } from './archive.ts';
import { type Base, baseName } from './bases.ts';
import { copyCluster, syncFolder } from './copy.ts';

export interface BaseOptions {
  /** The backup's folder, for bases and WAL. */
  folder: string;
  /** Connection string of the owner of the copied database. */
  ownerUrl: string;
  cluster: string;
  account: Account | null;
  dataDir: string;
  /** Receives the bytes copied so far and the approximate total. */
  onCopied?: (bytes: number, total: number) => void;
}

/** How long to wait for the archive. PostgreSQL switches segments at the end of a backup. */
const ARCHIVED_MS_MAX = 120_000;

/**
 * Makes a base backup of the running embedded database and starts archiving its WAL into the same folder. Throws
 * `StartFailure` with one line.
 */
export async function makeBase(options: BaseOptions): Promise<Base> {
  const { folder, cluster, account } = options;
  const archive = openArchive(folder, account);
  const client = new pg.Client({ connectionString: options.ownerUrl });
  client.on('error', () => {});
  await client.connect();
  const draft = join(folder, `.new-${process.pid}`);
  try {
    await keepLog(client, archive);
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    const startedAt = new Date();
    // The backup lasts as long as this connection. If this process is killed, PostgreSQL ends it.
    const first = await pieceOf(client, `pg_backup_start('tercet base', true)`);
    const files = copyCluster(cluster, join(draft, 'cluster'), options.onCopied);
    const { rows } = await client.query(
      `select lsn, pg_walfile_name(lsn) as piece, labelfile, spcmapfile, clock_timestamp() as at,
         current_setting('server_version') as version from pg_backup_stop(false)`,
    );
    const { piece, labelfile, spcmapfile, at, version } = rows[0];
    if (spcmapfile) throw new StartFailure('A database with tablespaces elsewhere cannot be backed up');
    writeFileSync(join(draft, 'cluster/backup_label'), labelfile, { mode: 0o600, flush: true });
    writeFileSync(join(draft, 'postgres-password'), readFileSync(join(options.dataDir, 'postgres-password')), {
      mode: 0o600,
      flush: true,
    });
    await untilArchived(client, piece);
    const path = join(folder, baseName(startedAt));
    const base = { startedAt: startedAt.toISOString(), endedAt: at.toISOString(), firstLog: first, lastLog: piece };
    writeFileSync(join(draft, 'base.json'), `${JSON.stringify({ ...base, version, files })}\n`, { flush: true });
    syncFolder(draft);
    renameSync(draft, path);
    syncFolder(folder);
    return { ...base, version, files, path };
  } finally {
    rmSync(draft, { recursive: true, force: true });
    await client.end().catch(() => {});
  }
}

/** Uses ALTER SYSTEM, so that it survives restarts, and applies at once. */
async function keepLog(client: pg.Client, { keeps }: Archive): Promise<void> {
  const { rows } = await client.query(`select current_setting('archive_mode') as mode`);
  if (rows[0].mode === 'off') {
    throw new StartFailure(
      'This database was started by an older version: start the club again once, then say it again',
    );
  }
  for (const [name, value] of Object.entries(keeps)) {
    await client.query(`alter system set ${name} = ${client.escapeLiteral(value)}`);
  }
  await client.query('select pg_reload_conf()');
}

async function pieceOf(client: pg.Client, lsn: string): Promise<string> {
  const { rows } = await client.query(`select pg_walfile_name(${lsn}) as piece`);
  return rows[0].piece;
}

/** Waits until a segment, and so all before it, is archived. Throws when PostgreSQL reports that archiving fails. */
async function untilArchived(client: pg.Client, piece: string): Promise<void> {
  await client.query('select pg_switch_wal()');
  const since = new Date();
  const deadline = performance.now() + ARCHIVED_MS_MAX;
  for (;;) {
    const { rows } = await client.query(
      `select last_archived_wal >= $1 as kept, last_failed_time > $2 as failed, last_failed_wal from pg_stat_archiver`,
      [piece, since],
    );
    if (rows[0]?.kept) return;
    if (rows[0]?.failed && performance.now() > deadline - ARCHIVED_MS_MAX / 2) {
      throw new StartFailure(`PostgreSQL cannot keep its log (${rows[0].last_failed_wal}): its log file says why`);
    }
    if (performance.now() > deadline) {
      throw new StartFailure(
        `The log up to ${piece} is not kept after ${ARCHIVED_MS_MAX / 1_000} s: is the disk full?`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
