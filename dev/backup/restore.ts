import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartFailure } from '../failure.ts';
import { giveTo } from '../postgres/account.ts';
import { isCluster } from '../postgres/cluster.ts';
import { openDataFolder, placeOf } from '../postgres/place.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { openArchive } from './archive.ts';
import { type Base, baseFor } from './bases.ts';
import { copyNoted, syncFolder } from './copy.ts';
import { refuseGap } from './gap.ts';

export interface RestoreOptions {
  /** The backup's folder. */
  folder: string;
  /** The new data folder, which must not contain a database. */
  dataDir: string;
  /** The moment to restore to (milliseconds); null for the latest. */
  untilMs: number | null;
  /** A folder of segments that were not archived: `pg_wal` of the lost database; null for none. */
  moreLog: string | null;
  /** Receives the bytes copied so far and the base's total. */
  onCopied?: (bytes: number, total: number) => void;
}

export interface Restored {
  base: Base;
  cluster: string;
  /** Time of the last restored commit; null when there was none after the base. */
  lastCommitAt: string | null;
}

const PROMOTED_MS_MAX = 30 * 60_000;

/**
 * Restores a database from its newest suitable base and WAL into an empty data folder. The database is stopped when
 * this returns. Throws `StartFailure` with one line, after removing the partial result.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { folder, untilMs, moreLog } = options;
  if (moreLog !== null && !existsSync(moreLog)) throw new StartFailure(`There is no folder ${moreLog}`);
  const base = baseFor(folder, untilMs);
  if (untilMs === null) refuseGap(folder, base, moreLog);
  const dataDir = openDataFolder(options.dataDir);
  const place = placeOf(dataDir);
  if (isCluster(place.cluster)) {
    throw new StartFailure(
      `There is a database in ${place.cluster} already: move it away first, keep it, and never start it again`,
    );
  }
  const archive = openArchive(folder, place.account);
  const draft = `${place.cluster}.restored-${process.pid}`;
  try {
    mkdirSync(dirname(draft), { recursive: true });
    copyNoted(join(base.path, 'cluster'), draft, base.files, options.onCopied);
    copyNotedFile(base, 'cluster/backup_label', join(draft, 'backup_label'));
    mkdirSync(join(draft, 'log'), { recursive: true, mode: 0o700 });
    writeFileSync(join(draft, 'recovery.signal'), '', { mode: 0o600, flush: true });
    syncFolder(draft);
    if (place.account) giveTo(draft, place.account);
    copyNotedFile(base, 'postgres-password', join(dataDir, 'postgres-password'));
    renameSync(draft, place.cluster);
    syncFolder(dirname(place.cluster));
    const lastCommitAt = await recover(dataDir, {
      restore_command: archive.fetchCommand(moreLog),
      recovery_target_timeline: 'latest',
      ...(untilMs === null
        ? {}
        : {
            recovery_target_time: new Date(untilMs).toISOString().replace('T', ' ').replace('Z', '+00'),
            recovery_target_action: 'promote',
          }),
    });
    return { base, cluster: place.cluster, lastCommitAt };
  } catch (error) {
    // A partial database must not look complete.
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(join(place.cluster, 'recovery.signal'))) rmSync(place.cluster, { recursive: true, force: true });
    throw error;
  }
}

function copyNotedFile(base: Base, name: string, to: string): void {
  rmSync(`${to}.new`, { force: true });
  writeFileSync(`${to}.new`, readFileOf(base, name), { mode: 0o600, flush: true });
  renameSync(`${to}.new`, to);
}

function readFileOf({ path }: Base, name: string): Buffer {
  try {
    return readFileSync(join(path, name));
  } catch {
    throw new StartFailure(`${join(path, name)} is missing: use another base`);
  }
}

const TOO_LATE = 'PostgreSQL ended while it was put back: the moment asked for may be later than all that was kept';

/** Runs recovery with these settings until the database is writable, then stops it. The settings do not persist. */
async function recover(dataDir: string, settings: Record<string, string>): Promise<string | null> {
  const postgres = await startPostgres({ dataDir, alone: true, endWithUs: true, settings }).catch(refuseTooLate);
  try {
    return await untilPromoted(postgres.ownerUrl, postgres.ended);
  } finally {
    await postgres.stop();
  }
}

/** PostgreSQL's message, or the connection error of a query that its shutdown interrupts. */
const ENDED = /before configured recovery target was reached|Connection terminated|ECONNRE|is shutting down/;

/** Turns the error of a recovery that ended before its target into a `StartFailure`. */
function refuseTooLate(error: unknown): never {
  throw error instanceof Error && ENDED.test(error.message) ? new StartFailure(TOO_LATE) : error;
}

async function untilPromoted(ownerUrl: string, ended: Promise<void>): Promise<string | null> {
  let isGone = false;
  void ended.then(() => {
    isGone = true;
  });
  const deadline = performance.now() + PROMOTED_MS_MAX;
  let lastCommitAt: string | null = null;
  while (performance.now() < deadline) {
    if (isGone) {
      throw new StartFailure(TOO_LATE);
    }
    const seen = await look(ownerUrl);
    if (seen !== null) {
      lastCommitAt = seen.lastCommitAt ?? lastCommitAt;
      if (!seen.recovering) return lastCommitAt;
    }
    await sleep(50);
  }
  throw new StartFailure(`The recovery did not end within ${PROMOTED_MS_MAX / 60_000} minutes`);
}

async function look(url: string): Promise<{ recovering: boolean; lastCommitAt: string | null } | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as at',
    );
    return { recovering: rows[0].recovering, lastCommitAt: rows[0].at?.toISOString() ?? null };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
